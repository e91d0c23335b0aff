import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { verifyMessage } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPayout } from '#app/payouts/start-payout.ts'
import { CLAIMS } from '#domain/payout-source.ts'
import { switchFaults } from '#lab/localnet/faults/faults.ts'
import { PortalClient } from '#lab/rehearsal/portal-client.ts'
import { loadKeccak } from '#proofs/bytes.ts'
import { checkProofs } from '#proofs/check-proofs.ts'
import { checkReceipt } from '#proofs/check-receipt.ts'
import { globOf } from '../harness/alter-reply.ts'
import { openClaimFixture, type Visit } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { seeToast } from '../harness/open-page.ts'
import { unknownSignature } from '../harness/sample-rows.ts'
import { CLAIM } from './scenes.ts'

/** A transaction held back may have to expire first, and be signed again. */
const ARRIVAL_MS = 40_000

const CHANNEL = 'https://t.example/ferry'

const fixture = forAllTests(() =>
  openClaimFixture({
    settings: { channelUrl: CHANNEL, explorer: 'solscan', expectedPayoutAtMs: Date.UTC(2099, 7, 1, 12) },
  }),
)
afterEach(() => fixture.endVisits())

/** Makes a claim, and opens it on another device, too. */
async function claimAndLookElsewhere(): Promise<Visit & { elsewhere: Page; solanaAddress: string }> {
  const visit = await fixture.visit()
  const solanaAddress = await visit.claim()
  const { page: elsewhere } = await fixture.visit({ holder: visit.holder, wallet: { connected: true } })
  await elsewhere.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
  return { ...visit, elsewhere, solanaAddress }
}

const channelLink = (page: Page) => page.getByRole('link', { name: 'the messaging channel' })

/** Reads the current step's name; null on the far shore, when all is done. */
async function stepOf(page: Page): Promise<string | null> {
  const [current] = await page.locator('[aria-current=step]').allInnerTexts()
  return current ?? null
}

const JOURNEY = 'Where your claim is'

/** Reads the steps of the claim's journey, each with its state. */
function stepsOf(page: Page): Promise<(string | null)[]> {
  return page
    .getByRole('list', { name: JOURNEY })
    .getByRole('listitem')
    .evaluateAll((steps) => steps.map((step) => step.getAttribute('data-step')))
}

async function reject(id: string, reason: string): Promise<void> {
  const client = new PortalClient(fixture.portal.url)
  await client.signIn(fixture.portal.password)
  await client.send(endpoints.admin.reject, { body: { id, reason } })
}

describe('a claim is followed, there and on any other device', { timeout: 90_000 }, () => {
  test('while it is queued', async () => {
    const { page, elsewhere } = await claimAndLookElsewhere()
    for (const seen of [page, elsewhere]) {
      await seen.getByText('Queued for Payout').waitFor()
      await seen.getByText('Your tokens will be sent soon. Updates appear on').waitFor()
      await expect.poll(() => channelLink(seen).getAttribute('href')).toBe(CHANNEL)
      await expect.poll(() => stepOf(seen)).toBeNull()
      await seen.getByText('The payout is expected by 1 August 2099 at 12:00 UTC.').waitFor()
      await expect
        .poll(() => stepsOf(seen))
        .toEqual(['claimed done', 'inRun now', 'onChain ahead', 'final ahead'])
      await expect.poll(() => seen.title()).toMatch(/^Your claim is queued · Claim /)
    }
  })

  test('while a transaction carries it, and until the tokens have arrived', async () => {
    const { page, elsewhere, solanaAddress } = await claimAndLookElsewhere()
    const { rpcUrl } = fixture.portal.environment
    // The node accepts the transaction, and does not forward it to the cluster.
    await switchFaults(rpcUrl, { seed: 1, rules: [{ kind: 'swallow', probability: 1 }] })
    await startPayout(fixture.portal.app, CLAIMS)
    await elsewhere.getByRole('heading', { name: 'Your tokens are being sent' }).waitFor()
    for (const seen of [page, elsewhere]) {
      await seen.getByText('Being sent', { exact: true }).waitFor()
      await seen.getByText('A transaction is carrying your tokens now.').waitFor()
      await expect
        .poll(() => stepsOf(seen))
        .toEqual(['claimed done', 'inRun done', 'onChain now', 'final ahead'])
      await expect.poll(() => seen.title()).toMatch(/^Your tokens are being sent · /)
    }
    expect(await fixture.portal.balanceOf(solanaAddress)).toBe(0n)

    await switchFaults(rpcUrl, { seed: 1 })
    for (const seen of [page, elsewhere]) {
      const arrived = seen.getByText('The transaction is final: the tokens are in your Solana wallet.')
      await arrived.waitFor({ timeout: ARRIVAL_MS })
      const link = seen.getByRole('link', { name: 'View Tx' })
      await expect
        .poll(() => link.getAttribute('href'))
        .toMatch(/^https:\/\/explorer\.solana\.com\/tx\/\w{80,90}\?cluster=custom$/)
    }
    await elsewhere.getByRole('heading', { name: 'Your tokens were sent' }).waitFor()
    for (const seen of [page, elsewhere]) {
      await expect
        .poll(() => stepsOf(seen))
        .toEqual(['claimed done', 'inRun done', 'onChain done', 'final done'])
      await expect.poll(() => seen.getByRole('list', { name: JOURNEY }).getByText('UTC').count()).toBe(4)
      await expect.poll(() => seen.locator('nav[data-reached]').getAttribute('data-reached')).toBe('4')
      await expect.poll(() => seen.title()).toMatch(/^Your tokens were sent · /)
    }
    // 1234.500000000000000001 of a token with nine decimals; the rest is dust.
    expect(await fixture.portal.balanceOf(solanaAddress)).toBe(1_234_500_000_000n)
  })

  test('in the chosen explorer, on a cluster that it knows', async () => {
    const solTx = unknownSignature()
    const { page } = await fixture.visit({
      wallet: { connected: true },
      prepare: (context) =>
        context.route(globOf(endpoints.public.claim), (route) =>
          route.fulfill({ json: { ...CLAIM, status: 'sent', solTx, cluster: 'devnet' } }),
        ),
    })
    const link = page.getByRole('link', { name: 'View Tx' })
    await expect.poll(() => link.getAttribute('href')).toBe(`https://solscan.io/tx/${solTx}?cluster=devnet`)
  })

  test('when it is rejected, and why', async () => {
    const { page, elsewhere, holder } = await claimAndLookElsewhere()
    const { address } = holder.account
    const { id } = await new PortalClient(fixture.portal.url).send(endpoints.public.claim, {
      params: { eth: address },
    })
    await reject(id, 'That wallet belongs to an exchange.')
    for (const seen of [page, elsewhere]) {
      await seen.getByRole('heading', { name: 'Your claim was rejected' }).waitFor()
      await seen.getByText('Rejected', { exact: true }).waitFor()
      const alert = seen.getByRole('alert')
      await alert.getByText('Why').waitFor()
      await alert.getByText('That wallet belongs to an exchange.').waitFor()
      await seen.getByText('If you think that this is a mistake, ask on').waitFor()
      await expect.poll(() => channelLink(seen).getAttribute('href')).toBe(CHANNEL)
      await expect.poll(() => stepOf(seen)).toContain('Submit Claim')
    }
  })

  test.each([
    ['too_small', "The amount is less than the token's smallest unit"],
    ['recipient', 'Your Solana address can not take these tokens'],
    ['on_hold', 'It is not certain yet whether your tokens have arrived.'],
    ['failed', 'The payment did not go through.'],
  ])('D6: when its payment needs attention: %s', async (attention, words) => {
    const { page } = await fixture.visit({
      wallet: { connected: true },
      prepare: (context) =>
        context.route(globOf(endpoints.public.claim), (route) =>
          route.fulfill({ json: { ...CLAIM, inRunAt: 1_790_000_100, attention } }),
        ),
    })
    await page.getByRole('heading', { name: 'Your payment needs attention' }).waitFor()
    await page.getByRole('list', { name: JOURNEY }).getByText(words).waitFor()
    await expect.poll(() => stepsOf(page)).toContain('attention stuck')
    await expect.poll(() => page.getByText('Your tokens will be sent soon').count()).toBe(0)
    await expect.poll(() => page.title()).toMatch(/^Your payment needs attention · /)
  })

  test('while the portal does not answer', async () => {
    const { page, claim } = await fixture.visit({ prepare: (context) => context.clock.install() })
    await claim()
    await page.getByText('You may close this page.').waitFor()
    await page.route(globOf(endpoints.public.claim), (route) => route.abort())
    await page.clock.fastForward(5_000)
    await page.getByText('This site did not answer just now. It is asked again.').waitFor()
    await page.getByText('Queued for Payout').waitFor()
    await page.unroute(globOf(endpoints.public.claim))
    await page.clock.fastForward(5_000)
    await page.getByText('You may close this page.').waitFor()
  })
})

describe('the proof', () => {
  test('can be saved with the page that checks it, also where the claim was made elsewhere', async () => {
    const holder = fixture.nextHolder()
    await (await fixture.visit({ holder })).claim()
    const { page } = await fixture.visit({ holder, wallet: { connected: true } })
    await page.getByText('Receipt and proof').click()
    const saveProof = page.getByRole('button', { name: 'Save proof' })
    await page.route(globOf(endpoints.public.allocationProof), (route) => route.abort(), { times: 1 })
    await saveProof.click()
    await page.getByRole('alert').getByText('The proof could not be fetched.').waitFor()

    const proof = page.waitForEvent('download')
    await saveProof.click()
    const saved = await proof
    expect(saved.suggestedFilename()).toBe(`proof-${holder.account.address.toLowerCase()}.json`)
    const { root } = await new PortalClient(fixture.portal.url).send(endpoints.public.portal)
    const check = { proof: readFileSync(await saved.path(), 'utf8'), root: root ?? '', coinDecimals: 18 }
    expect(checkProofs(await loadKeccak(), check)).toMatchObject({ outcome: 'proved' })

    const checkingPage = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save checking page' }).click()
    expect((await checkingPage).suggestedFilename()).toBe('verify.html')
    expect(readFileSync(await (await checkingPage).path(), 'utf8')).toContain('Check it yourself')
  })
})

describe('the receipt', () => {
  test('can be saved, and proves the claim', async () => {
    const { page, claim, holder } = await fixture.visit()
    const solanaAddress = await claim()
    const download = page.waitForEvent('download')
    await page.getByText('Receipt and proof').click()
    await page.getByRole('button', { name: 'Save receipt' }).click()
    const saved = await download
    const text = readFileSync(await saved.path(), 'utf8')
    const { id, portal, address, msg, sig } = JSON.parse(text)
    expect(saved.suggestedFilename()).toBe(`claim-${id}.json`)
    expect(portal).toBe(fixture.portal.url)
    expect(address).toBe(holder.account.address)
    expect(msg).toContain(`sol: ${solanaAddress}`)
    expect(await verifyMessage({ address, message: msg, signature: sig })).toBe(true)
    const { receiptKey } = await new PortalClient(fixture.portal.url).send(endpoints.public.portal)
    const { outcome, facts } = checkReceipt({ receipt: text, publicKey: receiptKey })
    expect([outcome, Object.fromEntries(facts)]).toEqual([
      'proved',
      expect.objectContaining({ Reference: id, 'Solana address': solanaAddress }),
    ])
    await page.getByText(id).waitFor()
  })

  test('can be copied', async () => {
    const { page, claim } = await fixture.visit({
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    })
    await claim()
    await page.getByText('Receipt and proof').click()
    await page.getByRole('button', { name: 'Copy receipt' }).click()
    await seeToast(page, 'Copied!', 'The receipt is on your clipboard.')
    const copied: { msg: string } = JSON.parse(await page.evaluate('navigator.clipboard.readText()'))
    expect(copied.msg).toMatch(/^Claim SPL tokens\n/)
  })

  test('is not offered where the claim was made elsewhere', async () => {
    const holder = fixture.nextHolder()
    await (await fixture.visit({ holder })).claim()
    const { page } = await fixture.visit({ holder, wallet: { connected: true } })
    await page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Save receipt' }).count()).toBe(0)
  })
})
