import { getBase58Decoder } from '@solana/kit'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { HeldTransaction } from '#api-schema/runs.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { type AdminPage, openAdminFixture } from '../harness/admin-fixture.ts'
import { alterReply, globOf } from '../harness/alter-reply.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { seeToast } from '../harness/open-page.ts'
import { holdPayment } from '../harness/paying-portal.ts'
import { unknownSignature } from '../harness/sample-rows.ts'

const OWED = 1_500_000_000n
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

const fixture = forAllTests(() => openAdminFixture({ holders: 20, configured: false }))
afterEach(() => fixture.endVisits())

const open = (tab: string) => fixture.visit(`tab=bulk-sender&sender=${tab}`)
const status = () => fixture.call(endpoints.bulkSender.status)

async function fill({ page }: AdminPage, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
}

/** Configures the demo's wallet, for the quickest run or for one that goes payment by payment. */
const configure = (batchSize: number, change?: object) =>
  fixture.configure('bulk', { batchSize, delayBetweenBatches: 1000, ...change })

describe('before it is configured', () => {
  test('the panel shows so, and starts nothing', async () => {
    await fixture.claim(1)
    const { page, button, fact } = await open('execute')
    await page.getByText('Please configure the bulk sender first in the Configure tab.').waitFor()
    await expect.poll(() => fact('Wallet Address').textContent()).toContain('N/A')
    await button('Start Bulk Send').click()
    await seeToast(page, 'Not Configured', 'Please configure the bulk sender first')
    expect((await status()).running).toBe(false)
  })

  test('there is no operation to watch', async () => {
    const { page } = await open('monitor')
    await page.getByText('No bulk send operation in progress').waitFor()
    await page.getByText('Ready', { exact: true }).waitFor()
  })
})

describe('configuring', () => {
  test('the button waits for a key and a mint', async () => {
    const panel = await open('configure')
    const submit = panel.button('Configure Bulk Sender')
    await expect.poll(() => submit.isDisabled()).toBe(true)
    await fill(panel, { 'Private Key': 'a key' })
    await expect.poll(() => submit.isDisabled()).toBe(true)
    await fill(panel, { 'Token Mint Address': WRAPPED_SOL })
    await expect.poll(() => submit.isEnabled()).toBe(true)
    await fill(panel, { 'Batch Size': '51' })
    await submit.click()
    await panel.page.getByText('Enter a whole number from 1 to 50.').waitFor()
    await fill(panel, { 'Batch Size': '10', 'Delay Between Batches (ms)': '999' })
    await submit.click()
    await panel.page.getByText('Enter a whole number from 1,000 to 600,000.').waitFor()
  })

  test('errors are shown at the first try, with the cursor in the field, and then follow the input', async () => {
    const panel = await open('configure')
    const { page } = panel
    const complaint = page.getByText('Enter a whole number from 1 to 50.')
    const batchSize = page.getByLabel('Batch Size')
    await fill(panel, { 'Private Key': 'a key', 'Token Mint Address': WRAPPED_SOL, 'Batch Size': '51' })
    await expect.poll(() => batchSize.inputValue()).toBe('51')
    expect(await complaint.count()).toBe(0)

    await panel.button('Configure Bulk Sender').click()
    await complaint.waitFor()
    await expect.poll(() => batchSize.evaluate((input) => input.matches(':focus'))).toBe(true)
    await batchSize.fill('50')
    await complaint.waitFor({ state: 'detached' })
    await batchSize.fill('')
    await complaint.waitFor()
    await batchSize.fill('50')

    const furtherNodes = page.getByLabel('Further nodes')
    await page.getByText('More nodes').click()
    await furtherNodes.fill(`https://node.example/${'x'.repeat(2000)}`)
    await expect.poll(() => furtherNodes.getAttribute('aria-invalid')).toBe('true')
    await furtherNodes.fill('1\n2\n3\n4\n5')
    await page.getByText('Enter no more than 4 further nodes.').waitFor()
  })

  test('a wrong key, a wrong mint and a wrong node are each refused', async () => {
    const { rpcUrl, mint, walletKeyJson } = fixture.portal.environment
    const panel = await open('configure')
    const right = { 'RPC URL': rpcUrl, 'Private Key': walletKeyJson, 'Token Mint Address': mint }
    for (const [wrong, why] of [
      [{ 'Private Key': 'no key' }, /^The private key is not valid/],
      [{ 'Private Key': `[${'1,'.repeat(63)}1]` }, /^The private key is not valid/],
      [{ 'Token Mint Address': 'no mint' }, /^The token mint address is not a Solana address/],
      [
        { 'Token Mint Address': fixture.portal.environment.walletAddress },
        /^There is no token mint at that address/,
      ],
      [{ 'RPC URL': fixture.portal.url }, /^The Solana RPC node could not be reached/],
      [{ 'RPC URL': 'not a url' }, /^The RPC URL is not a valid/],
    ] as const) {
      await fill(panel, { ...right, ...wrong })
      await panel.button('Configure Bulk Sender').click()
      await panel.page.getByText('Configuration Failed', { exact: true }).waitFor()
      await panel.page.getByRole('listitem').getByText(why).waitFor()
    }
    expect((await status()).configured).toBe(false)
  })

  test.each(['base58', 'a JSON array'])('a key as %s is taken, and leaves the form', async (form) => {
    const { rpcUrl, mint, walletKeyJson, walletAddress } = fixture.portal.environment
    const base58 = getBase58Decoder().decode(Uint8Array.from(JSON.parse(walletKeyJson)))
    const panel = await open('configure')
    await fill(panel, {
      'RPC URL': rpcUrl,
      'Private Key': form === 'base58' ? base58 : walletKeyJson,
      'Token Mint Address': mint,
    })
    await panel.page.getByText('Advanced').click()
    await fill(panel, { 'Priority fee cap (micro-lamports per compute unit)': '250000' })
    await panel.button('Configure Bulk Sender').click()
    await seeToast(panel.page, 'Configuration Successful', `Wallet: ${walletAddress}`)
    await expect.poll(() => panel.page.getByLabel('Private Key', { exact: true }).inputValue()).toBe('')
    await panel.page.getByText('Configured on another cluster').waitFor()
    expect(await status()).toMatchObject({ configured: true, walletAddress, priorityFeeCap: 250_000 })
  })

  test('the test keys are made on the spot, and the second fills wrapped SOL', async () => {
    const { page, button } = await open('configure')
    const key = page.getByLabel('Private Key', { exact: true })
    await button('Use Test Key').click()
    await expect.poll(() => key.inputValue()).toMatch(/^\[(\d+,){63}\d+\]$/)
    const first = await key.inputValue()
    await button('Use Test Key and Wrapped SOL').click()
    await expect.poll(() => key.inputValue()).not.toBe(first)
    await expect.poll(() => page.getByLabel('Token Mint Address').inputValue()).toBe(WRAPPED_SOL)
  })
})

describe('a run', () => {
  test('can not be started by a wallet with too little, and shows what is missing', async () => {
    await fixture.call(endpoints.admin.resetClaims)
    await fixture.claim(1)
    await configure(10, { privateKey: (await makeSolanaKey()).keyJson })
    const panel = await open('execute')
    await panel.page.getByText('Not enough to start').waitFor()
    await panel.page.getByText(/^Missing: ≈ 0\.00\d+ SOL$/).waitFor()
    await panel.page.getByText('Missing: 1.5 DEMO').waitFor()
    await expect.poll(() => panel.button('Start Bulk Send').isDisabled()).toBe(true)
  })

  test('asks before it starts, goes over Stop to the end, and shows its cost', async () => {
    await fixture.call(endpoints.admin.resetClaims)
    const claims = await fixture.claim(4)
    await configure(1, { delayBetweenBatches: 2500 })
    const panel = await open('execute')
    const { page, button, fact, dialog } = panel
    await expect.poll(() => fact('Queued Claims').textContent()).toContain('4')
    await expect.poll(() => fact('Total Claims').textContent()).toContain('4')
    await expect.poll(() => fact('Total tokens').textContent()).toContain('6 DEMO')
    await button('Start Bulk Send').click()
    await dialog().getByText('Pay 4 claims, 6 DEMO').waitFor()
    await dialog().getByText('Token, wallet and fees').click()
    for (const told of [
      fixture.portal.environment.mint,
      fixture.portal.environment.walletAddress,
      new URL(fixture.portal.environment.rpcUrl).origin,
      'TEST',
      '9 decimals',
    ]) {
      await dialog().getByText(told, { exact: true }).last().waitFor()
    }
    await dialog().getByLabel('The first', { exact: true }).check()
    await page.getByLabel('Number of claims, in order of arrival').fill('')
    await dialog().getByText('Enter how much is to be paid.').first().waitFor()
    expect(await dialog().getByText('No estimate').count()).toBe(0)
    await page.getByLabel('Number of claims, in order of arrival').fill('3')
    await dialog().getByText('4.5 DEMO').waitFor()
    await dialog().getByLabel('All that waits').check()
    await dialog().getByText('6 DEMO').waitFor()
    await button('Start sending').click()
    await page.getByText('Bulk Send Started', { exact: true }).waitFor()
    await button('Stop Bulk Send').waitFor()
    await expect.poll(() => button('Start Bulk Send').isDisabled()).toBe(true)
    await expect.poll(() => button('Reset All Claims (Clear Database)').isDisabled()).toBe(true)
    await panel.tab('Monitor')
    await page.getByText('Running', { exact: true }).first().waitFor()
    await panel.tab('Execute')
    await button('Stop Bulk Send').click()
    await page.getByText('Bulk Send Stopping', { exact: true }).waitFor()
    await page.getByText('The last run was stopped').waitFor()
    const { queuedClaimsCount } = await status()
    expect(queuedClaimsCount).toBeGreaterThan(0)

    await button('Start Bulk Send').click()

    await button('Start sending').click()
    await panel.tab('Monitor')
    await page.getByText('Completed', { exact: true }).first().waitFor()
    const runs = page.getByRole('region', { name: 'Runs', exact: true }).getByRole('row')
    await expect.poll(() => runs.count()).toBe(3)
    const sum = `${queuedClaimsCount * 1.5} DEMO`
    await expect
      .poll(() => runs.nth(1).textContent())
      .toContain(`${queuedClaimsCount} of ${queuedClaimsCount}${sum}`)
    await expect.poll(() => runs.last().textContent()).toContain('stopped')
    for (const { sol } of claims) expect(await fixture.portal.balanceOf(sol)).toBe(OWED)

    await panel.tab('Ledger')
    await button('Reconcile with chain').click()
    await page.getByText('The chain and the records agree.').waitFor()
    await expect.poll(() => fact('Payments on the chain').textContent()).toContain('4')
    await panel.tab('Execute')
    await page.getByText('No queued claims to process. All claims have been sent.').waitFor()
    await expect.poll(() => button('Start Bulk Send').isDisabled()).toBe(true)

    await page.goto(`${fixture.portal.adminUrl}#tab=overview&claim=${claims[0]?.id}`)
    await page.reload()
    await panel.dialog().getByText('Transaction finalized: paid').waitFor()
    const paid = panel.dialog().getByRole('link', { name: 'View Tx' }).first()
    await expect
      .poll(() => paid.getAttribute('href'))
      .toMatch(/^https:\/\/explorer\.solana\.com\/tx\/.+cluster=custom/)
  })

  test('nothing is started by a sum that was estimated before, once the estimate fails', async () => {
    await fixture.call(endpoints.admin.resetClaims)
    await fixture.claim(1)
    await configure(10)
    const { page, button, dialog } = await open('execute')
    await button('Start Bulk Send').click()
    await dialog().getByText('Pay 1 claim, 1.5 DEMO').waitFor()
    await button('Cancel').click()
    const json = { code: 'rpc_unreachable', error: 'No node answers.', requestId: 'test' }
    await page.route(globOf(endpoints.bulkSender.estimate, '*'), (route) =>
      route.fulfill({ status: 502, json }),
    )
    await button('Start Bulk Send').click()
    await dialog().getByText('No estimate: No node answers.').waitFor()
    await expect.poll(() => button('Start sending').isDisabled()).toBe(true)
    expect(await dialog().getByText('Pay 1 claim').count()).toBe(0)
  })

  test('claims that come in while the question is open are shown before they are paid', async () => {
    await fixture.call(endpoints.admin.resetClaims)
    await fixture.claim(2)
    await configure(10)
    const { page, button, dialog, fact } = await open('execute')
    await expect.poll(() => fact('Total Claims').textContent()).toContain('2')
    await button('Start Bulk Send').click()
    await dialog().getByText('Pay 2 claims, 3 DEMO').waitFor()
    await fixture.claim(1)
    await button('Start sending').click()
    await dialog().getByText('This has changed since it was shown, and nothing was started.').waitFor()
    const notice = dialog().getByText('It was 2, 3 DEMO. Now it is 3, 4.5 DEMO.')
    await notice.waitFor()
    await expect.poll(() => dialog().getByText('4.5 DEMO').count()).toBeGreaterThan(1)
    expect((await status()).running).toBe(false)
    await button('Start sending').click()
    await seeToast(page, 'Bulk Send Started', 'Bulk send started for 3 queued claims.')
    await expect.poll(() => dialog().count()).toBe(0)
    await expect.poll(async () => (await status()).queuedClaimsCount).toBe(0)
  })

  test('lists unpayable recipients before it begins, pays the others, and says what failed and why', async () => {
    const speck = makeHolder(1n)
    await loadHolders(fixture.portal.app, [...fixture.holders, speck])
    const [payable] = await fixture.claim(1)
    const { id } = await fixture.call(endpoints.public.submitClaim, { body: await signClaim(speck) })
    await configure(10)
    const panel = await open('execute')
    const list = panel.page.getByRole('region', { name: 'Payments that can not be made' })
    await panel.page.getByText('1 payment can not be made').waitFor()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
    await list.getByRole('button', { name: id }).click()
    await panel.dialog().getByText('0.000000000000000001 DEMO').waitFor()
    await panel.dialog().getByRole('button', { name: 'Close' }).click()

    await panel.button('Start Bulk Send').click()

    await panel.button('Start sending').click()
    await panel.tab('Monitor')
    const past = panel.page.getByRole('region', { name: 'Runs', exact: true }).getByRole('row').nth(1)
    await expect.poll(() => past.getByRole('cell').nth(3).textContent()).toBe('1 of 2')
    await expect.poll(() => panel.fact('Failed').textContent()).toBe('Failed1')
    expect(await fixture.portal.balanceOf(payable?.sol ?? '')).toBe(OWED)

    // The failed one leads to the run's page, which says why, and offers to try it again.
    await past.getByRole('button', { name: '1', exact: true }).click()
    const payments = panel.page.getByRole('region', { name: 'Payments of the run' })
    await expect.poll(() => payments.getByRole('row').count()).toBe(2)
    await payments.getByText("The amount is less than the token's smallest unit").waitFor()
    await panel.page.getByLabel('Payments shown').selectOption('Only paid')
    await payments.getByRole('link').first().waitFor()
    await panel.button('Retry the failed').click()
    await panel
      .dialog()
      .getByText('Nothing of this can be paid: 1 below the smallest unit is left out.')
      .waitFor()
    await expect.poll(() => panel.button('Start sending').isDisabled()).toBe(true)
    await panel.button('Cancel').click()
    await panel.tab('Ledger')
    const ledger = panel.page.getByRole('region', { name: 'Payments' })
    await expect.poll(() => ledger.getByRole('row').count()).toBeGreaterThan(1)
    await ledger
      .getByText(payable?.sol.slice(0, 4) ?? '')
      .first()
      .waitFor()
    await panel.page.getByLabel('From (UTC)').fill('2099-01-01')
    await panel.page.getByText('Each payment stands here once it is final.').waitFor()
  })
})

/** Many payments of one transaction are told by their number and sum, and each once they are unfolded. */
async function seeManyFolded(claimId: string): Promise<void> {
  const many = ({ transfers: [first] }: HeldTransaction) =>
    Array.from({ length: 9 }, (_, index) => ({ ...first, claimId: `${claimId}-${index + 1}` }))
  const { page, tab } = await open('execute')
  await alterReply<{ holds: HeldTransaction[] }>(
    page,
    globOf(endpoints.bulkSender.holds, '*'),
    ({ holds }) => ({
      holds: holds.map((hold) => ({ ...hold, transfers: many(hold) })) as HeldTransaction[],
    }),
  )
  await tab('Monitor')
  const sum = page.getByText('9 payments, 13.5')
  await sum.waitFor()
  await expect.poll(() => page.getByText(`Claim ${claimId}-9`).isVisible()).toBe(false)
  await sum.click()
  await page.getByText(`Claim ${claimId}-9`).waitFor()
}

test('a payment on hold is settled only by a transaction that paid it, or by the typed words', async () => {
  const signature = unknownSignature()
  const { claim } = await holdPayment(fixture.portal.app, signature)
  await seeManyFolded(claim.id)
  const { page, button, dialog } = await open('monitor')
  await page.getByText(`Claim ${claim.id}`).waitFor()
  await page.getByText('Not decided: the node no longer has the blocks.', { exact: true }).waitFor()

  await button('It was paid').click()
  const settlePaid = dialog().getByRole('button', { name: 'Settle as paid', exact: true })
  await page.getByLabel('Transaction signature').fill('no signature')
  await settlePaid.click()
  await dialog().getByRole('alert').waitFor()
  await expect.poll(() => button('Settle as paid all the same').count()).toBe(0)
  await page.getByLabel('Transaction signature').fill(signature)
  await settlePaid.click()
  await button('Settle as paid all the same').waitFor()
  await page.keyboard.press('Escape')

  await button('It was not paid').click()
  const settleExpired = button('Settle as not paid')
  await dialog().getByText('1 payment, 1.5').waitFor()
  await dialog().getByText(`Claim ${claim.id}`).waitFor()
  const words = page.getByLabel('Type “not paid” to confirm')
  await words.fill('paid')
  await expect.poll(() => settleExpired.isDisabled()).toBe(true)
  await words.fill('not paid')
  await settleExpired.click()
  await seeToast(page, 'Hold Settled', 'Its payments are owed again, and can be sent.')
  await page.getByText(`Claim ${claim.id}`).waitFor({ state: 'detached' })
})

test('all claims are reset only after a question that says what goes and a typed word, and a cancelled one changes nothing', async () => {
  const { page, button, dialog } = await open('execute')
  await button('Reset All Claims (Clear Database)').click()
  await dialog()
    .getByText(
      'All claims will be deleted. This cannot be undone. The sender will work only with fresh claims.',
    )
    .waitFor()
  await expect.poll(() => button('Delete all claims').isDisabled()).toBe(true)
  await button('Cancel').click()
  const { total } = await fixture.call(endpoints.admin.stats)
  expect(total).toBeGreaterThan(0)
  await button('Reset All Claims (Clear Database)').click()
  await dialog().getByText(`${total} claims will be gone`).waitFor()
  await page.getByLabel('Type RESET to confirm').fill('RESE')
  await expect.poll(() => button('Delete all claims').isDisabled()).toBe(true)
  await page.getByLabel('Type RESET to confirm').fill('RESET')
  await button('Delete all claims').click()
  await seeToast(page, 'Claims Reset Successful', `${total} claims were deleted.`)
  await page.getByText('No queued claims to process. All claims have been sent.').waitFor()
})

test('where all that is owed was signed already, a start says that it pays nobody, and proves what became of it', async () => {
  await fixture.call(endpoints.admin.resetClaims)
  await configure(10)
  const { claim } = await holdPayment(fixture.portal.app, unknownSignature())
  const { page, button, dialog } = await open('execute')
  await button('Start Bulk Send').click()
  await dialog()
    .getByText(/^Nothing of this can be paid: 1 on hold is left out\. A run pays nobody now/)
    .waitFor()
  await dialog().getByRole('radio', { name: 'The first' }).check()
  await expect.poll(() => button('Start sending').isDisabled()).toBe(true)
  await dialog().getByRole('radio', { name: 'All that waits' }).check()
  await button('Start sending').click()
  await seeToast(page, 'Bulk Send Started', 'Bulk send started for 0 queued claims.')
  await expect.poll(async () => (await status()).running).toBe(false)
  expect(await fixture.portal.balanceOf(claim.solAddress)).toBe(0n)
})
