import { afterEach, describe, expect, test } from 'vitest'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { DENIAL } from '#domain/denied-address.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { openAdminFixture } from '../harness/admin-fixture.ts'
import { alterReply, alterState, globOf } from '../harness/alter-reply.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { startAlteringNode, unchanged, unfinalized } from '../harness/node-proxies.ts'
import { seeToast } from '../harness/open-page.ts'
import { addClaims, beginRun, findSender, sampleClaim, sampleTransfer } from '../harness/sample-rows.ts'

const WAITING_SINCE = 1_700_000_000

const fixture = forAllTests(() => openAdminFixture({ holders: 8 }))
const node = forAllTests(() => startAlteringNode(fixture.portal.environment.rpcUrl))
afterEach(() => fixture.endVisits())

const open = (tab: string) => fixture.visit(`tab=bulk-sender&sender=${tab}`)
const status = () => fixture.call(endpoints.bulkSender.status)

describe('Stop', () => {
  test('is in Monitor too, and shows that it is stopping, however often it is pressed', async () => {
    await fixture.claim(2)
    await fixture.configure('bulk', { rpcUrl: node.url, batchSize: 1, delayBetweenBatches: 60_000 })
    node.alter(unfinalized)
    await fixture.call(endpoints.bulkSender.start)
    await expect.poll(async () => (await status()).inFlight).toBe(1)
    const panel = await open('monitor')
    const { page, button, fact } = panel
    const failures: string[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/stop') && !response.ok()) failures.push(`${response.status()}`)
    })
    await expect.poll(() => fact('In flight: signed, not final yet').textContent()).toMatch(/1$/)
    await button('Stop Bulk Send').dblclick()
    await page.getByText('Bulk Send Stopping', { exact: true }).waitFor()
    await page.getByText('Stopping', { exact: true }).first().waitFor()
    await page.getByText('Running', { exact: true }).first().waitFor()
    await page.getByText('Nothing new is sent. 1 payment in flight is settled first.').waitFor()
    await expect.poll(() => button('Stopping...').isDisabled()).toBe(true)
    await panel.tab('Execute')
    await expect.poll(() => button('Stopping...').isDisabled()).toBe(true)
    // Another administrator, who does not see it yet.
    await fixture.call(endpoints.bulkSender.stop)

    node.alter(unchanged)
    await panel.tab('Monitor')
    await page.getByText('The last run was stopped').waitFor()
    await page.getByText('No bulk send operation in progress').waitFor()
    await expect.poll(() => fact('Successful').textContent()).toBe('Successful1')
    await expect.poll(() => button('Stopping...').count()).toBe(0)
    await expect.poll(() => page.getByText('Stop Failed').count()).toBe(0)
    expect(failures).toEqual([])
  })

  test('that comes too late says that the run has ended', async () => {
    const { page, button } = await open('execute')
    await alterReply(page, globOf(endpoints.bulkSender.status), () => ({ running: true, state: 'running' }))
    await page.reload()
    await button('Stop Bulk Send').click()
    await seeToast(page, 'Nothing to Stop', 'The run has ended already.')
  })
})

test('a waiting run shows since when and for what, below one badge and on the overview', async () => {
  const waiting = (told: BulkSenderStatusResponse): Partial<BulkSenderStatusResponse> => ({
    state: 'waiting',
    waitingSince: WAITING_SINCE,
    running: true,
    message: 'Waiting for the node',
    progress: told.progress && {
      ...told.progress,
      status: 'running',
      message: 'Waiting for the node',
      estimatedTimeRemaining: 0,
    },
  })
  for (const tab of ['execute', 'monitor']) {
    const { page } = await open(tab)
    await alterReply(page, globOf(endpoints.bulkSender.status), waiting)
    await page.reload()
    await page.getByText('Running', { exact: true }).first().waitFor()
    await page.getByText(/^Waiting since .*2023/).waitFor()
    await page.getByText('Waiting for the node', { exact: true }).waitFor()
  }
  const { page } = await fixture.visit()
  await alterState(page, ({ senders: { bulk, standalone } }) => ({
    senders: {
      standalone,
      bulk: {
        ...bulk,
        run: bulk.run && {
          ...bulk.run,
          state: 'waiting',
          running: true,
          waitingSince: WAITING_SINCE,
          message: 'Waiting for the node',
        },
      },
    },
  }))
  await page.reload()
  await page.getByText(/^Bulk send: Waiting for the node.* Since .*2023.*\.$/).waitFor()
})

describe('records that are behind the chain', () => {
  test('stop the sender until they are taken over or left, each explicitly', async () => {
    const { store } = fixture.portal.app
    const sender = await findSender({ store })
    const { genesisHash, walletAddress, mintAddress } = sender
    const wallet = { genesisHash, walletAddress, mintAddress }
    await store.recordsBehind.set({ ...wallet, payments: 3, baseUnits: 4500000000n, checkedAtMs: 1 })

    const panel = await open('monitor')
    const { page, button, dialog, tab } = panel
    const sent: string[] = []
    await page.route(/\/(take-over|continue-without)$/, async (route) => {
      const request = route.request()
      sent.push(`${request.url().replace(/^.*\/api/, '')} ${request.postData() ?? ''}`.trim())
      await store.recordsBehind.clear(wallet)
      await route.fulfill({ json: { payments: 3, amountUA: '4.5', claims: 2 } })
    })
    const said = page.getByText('The chain shows 3 payments (4.5 DEMO) from this wallet')
    await said.waitFor()
    await tab('Execute')
    await said.waitFor()
    await expect.poll(() => button('Start Bulk Send').isDisabled()).toBe(true)

    await button('Continue without them').click()
    const go = dialog().getByRole('button', { name: 'Continue without them' })
    await expect.poll(() => go.isDisabled()).toBe(true)
    await page.getByLabel('Type “3 payments” to confirm').fill('4 payments')
    await expect.poll(() => go.isDisabled()).toBe(true)
    await button('Cancel').click()
    expect(sent).toEqual([])

    await button('Take over from the chain').click()
    await seeToast(page, 'Taken Over From the Chain', '3 payments, 4.5 DEMO in all. 2 claims became sent.')
    await said.waitFor({ state: 'detached' })
    await expect.poll(() => button('Start Bulk Send').isEnabled()).toBe(true)

    await store.recordsBehind.set({ ...wallet, payments: 3, baseUnits: 4500000000n, checkedAtMs: 1 })
    await page.reload()
    await button('Continue without them').click()
    await page.getByLabel('Type “3 payments” to confirm').fill('3 payments')
    await go.click()
    await page.getByText('Going On Without Them', { exact: true }).waitFor()
    await said.waitFor({ state: 'detached' })
    expect(sent).toEqual([
      '/bulk-sender/take-over',
      `/bulk-sender/continue-without ${JSON.stringify({ confirm: '3 payments' })}`,
    ])
  })

  test('are shown in the standalone sender, and on the overview', async () => {
    const { store } = fixture.portal.app
    await fixture.configure('standalone')
    const sender = await findSender({ store }, 'standalone')
    const { genesisHash, walletAddress, mintAddress } = sender
    const wallet = { genesisHash, walletAddress, mintAddress }
    // The balance alone is unexplained: there is nothing to take over.
    await store.recordsBehind.set({ ...wallet, payments: 0, baseUnits: 0n, checkedAtMs: 1 })
    const { page, button } = await fixture.visit('tab=standalone-sender')
    await page.getByText('What the wallet holds on the chain is not explained by the records.').waitFor()
    await expect.poll(() => button('Take over from the chain').count()).toBe(0)
    await button('Continue all the same').click()
    await page.getByLabel('Type “0 payments” to confirm').waitFor()
    const overview = await fixture.visit()
    await overview.page
      .getByText(/^The sending wallet's balance is not explained by the records: nothing is sent/)
      .waitFor()
    await store.recordsBehind.clear(wallet)
  })
})

test('further nodes are a list in the form, kept with the sender and shown by their origins', async () => {
  const { rpcUrl, mint, walletKeyJson } = fixture.portal.environment
  const { page, button } = await open('configure')
  await page.getByText('More nodes').click()
  const further = page.getByLabel('Further nodes')
  await page.getByLabel('RPC URL').fill(rpcUrl)
  await page.getByLabel('Token Mint Address').fill(mint)
  await page.getByLabel('Private Key', { exact: true }).fill(walletKeyJson)
  await further.fill(Array.from({ length: 5 }, (_, index) => `${node.url}/${index}`).join('\n'))
  await button('Configure Bulk Sender').click()
  await page.getByText('Enter no more than 4 further nodes.').waitFor()
  await further.fill('http://127.0.0.1:9/key\n')
  await button('Configure Bulk Sender').click()
  await page.getByText(/^The Solana RPC node http:\/\/127\.0\.0\.1:9 could not be reached/).waitFor()
  // The one that does not answer may be left out; here it is corrected.
  await page.getByRole('button', { name: 'Save without that node', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await further.fill(`\n  ${node.url}/key\n`)
  await button('Configure Bulk Sender').click()
  await page.getByText('Configuration Successful', { exact: true }).waitFor()
  await expect
    .poll(() => page.getByRole('list', { name: 'Nodes' }).getByRole('listitem').allTextContents())
    .toEqual([rpcUrl, node.url])
  expect((await status()).nodes).toEqual([rpcUrl, node.url])
  await page.reload()
  await expect.poll(() => page.getByLabel('Further nodes').inputValue()).toBe(node.url)

  // Without the key, and without the rest of the URLs: the admin password suffices, and a wrong one ends no session.
  await page.getByLabel('Batch Size').fill('7')
  await expect.poll(() => button('Configure Bulk Sender').isDisabled()).toBe(true)
  const password = page.getByLabel('Admin password', { exact: true })
  await password.fill('not the password')
  await button('Configure Bulk Sender').click()
  await seeToast(page, 'Configuration Failed', 'Invalid admin password.')
  await password.fill(fixture.portal.password)
  await button('Configure Bulk Sender').click()
  await page.getByText('Configuration Successful', { exact: true }).waitFor()
  expect(await fixture.portal.app.store.senders.find('bulk')).toMatchObject({
    rpcUrl,
    fallbackRpcUrls: [`${node.url}/key`],
    batchSize: 7,
  })
})

test('a payment that no run would sign is shown as such, and has nothing to settle', async () => {
  const { store } = fixture.portal.app
  const sender = await findSender({ store })
  const { walletAddress, mintAddress, genesisHash } = sender
  const claim = sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now() })
  await store.claims.insertMany([claim])
  const run = await beginRun({ store }, { walletAddress, mintAddress, genesisHash })
  await store.runs.finish(run.id, 'completed', null, Date.now())
  await store.runs.addTransfers([
    sampleTransfer(claim, {
      runId: run.id,
      state: 'hold',
      failure: 'The signature does not fit the recipient',
      mintAddress,
      genesisHash,
    }),
  ])
  const { page, button } = await open('monitor')
  await page.getByText('Never signed').waitFor()
  await page.getByText(/has no seal/).waitFor()
  await page.getByRole('heading', { name: 'Waits for you: 1 payment' }).waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await page.getByText(/reject the claim, or mark it sent/).waitFor()
  await expect.poll(() => button('It was paid').count()).toBe(0)
  const overview = await fixture.visit()
  await overview.page.getByText('1 payment on hold: 1 never signed.').waitFor()
})

test('what is on hold for a denied address leads to the deny list, and a view begins at its top', async () => {
  const { app } = fixture.portal
  const { store } = app
  const { walletAddress, mintAddress, genesisHash } = await findSender({ store })
  const claim = sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now() })
  await addClaims(app, [claim])
  await fixture.call(endpoints.denyList.add, { body: { address: claim.solAddress, source: 'A report' } })
  const run = await beginRun({ store }, { walletAddress, mintAddress, genesisHash })
  await store.runs.finish(run.id, 'completed', null, Date.now())
  const failure = `${claim.solAddress} ${DENIAL}`
  await store.runs.addTransfers([
    sampleTransfer(claim, { runId: run.id, state: 'hold', failure, mintAddress, genesisHash }),
  ])
  const { page, button } = await open('monitor')
  await page.setViewportSize({ width: 1440, height: 500 })
  await button('Open the deny list').click()
  const heading = page.getByRole('heading', { name: 'Deny list', exact: true })
  await heading.waitFor()
  const top = async () => (await heading.boundingBox())?.y ?? 0
  await expect.poll(top).toBeGreaterThan(50)
  expect(await top()).toBeLessThan(200)
  await page
    .getByRole('button', { name: /on hold/ })
    .first()
    .click()
  await button('Open the deny list').waitFor()
  await expect.poll(() => page.evaluate('scrollY')).toBe(0)
})

test('past runs show their comparison with the chain', async () => {
  const { page } = await open('monitor')
  const found = {
    checkedAt: WAITING_SINCE,
    payments: 1,
    amountUA: '1',
    otherOutflows: 0,
    acknowledgedOutflows: 0,
  }
  const comparisons = [
    { ...found, agrees: true, missing: 0, unknownPayments: 0 },
    { ...found, agrees: false, missing: 1, unknownPayments: 2, otherOutflows: 1 },
  ]
  await alterReply(page, globOf(endpoints.bulkSender.runs, '*'), ({ runs }: { runs: object[] }) => ({
    runs: runs.map((run, index) => ({ ...run, comparison: comparisons[index] ?? null })),
  }))
  await page.reload()
  const runs = page.getByRole('region', { name: 'Runs', exact: true }).getByRole('row')
  await runs.nth(1).getByText('agrees').waitFor()
  await runs.nth(2).getByText('differs').waitFor()
  await runs
    .nth(2)
    .getByTitle(
      'Differs from the chain: 1 payment not on the chain, 2 payments on the chain but not in the records, 1 other transaction out of the wallet. Reconcile names each of them.',
    )
    .waitFor()
})
