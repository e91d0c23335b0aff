import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type ClaimFixture, openClaimFixture } from '../harness/claim-fixture.ts'
import { globOf } from '../harness/glob-of.ts'
import type { Holder } from '../harness/holders.ts'
import { seeToast, toast } from '../harness/open-page.ts'
import { withoutPortalData } from '../harness/without-portal-data.ts'

const SUBMIT = { name: 'Sign & Submit Claim' }
const SUBMITTED = 'Claim Submitted Successfully'
const OFFLINE = 'You are offline'
const MINUTE_MS = 60_000

let fixture: ClaimFixture
beforeAll(async () => {
  fixture = await openClaimFixture()
})
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

async function claimOf({ account }: Holder) {
  const address = account.address.toLowerCase() as EvmAddress
  return (await fixture.portal.app.store.claims.findByAddress(address)) ?? null
}

/** Opens the form with an address in it. `aheadMs` is what the clock of the device is ahead of the server's. */
async function visitForm(aheadMs = 0) {
  const time = Date.now() + aheadMs
  const visit = await fixture.visit({ prepare: (context) => context.clock.install({ time }) })
  await visit.goToForm()
  await visit.page.getByLabel('Solana address').fill(freshSolanaAddress())
  return { ...visit, submit: () => visit.page.getByRole('button', SUBMIT).click() }
}

describe('D4: the clock of the device does not matter', () => {
  test.each([5, -12, 60 * 24 * 400])('%i minutes ahead', async (minutes) => {
    const { page, submit } = await visitForm(minutes * MINUTE_MS)
    await submit()
    await page.getByText(SUBMITTED).waitFor()
  })

  test('set anew while the page is open', async () => {
    const { page, submit } = await visitForm()
    await page.clock.setSystemTime(Date.now() + 60 * MINUTE_MS)
    await submit()
    await page.getByText(SUBMITTED).waitFor()
  })

  test('an answer of the wallet that came too late is told as that', async () => {
    const { page, wallet, submit } = await visitForm()
    const sign = wallet.hold('personal_sign')
    await submit()
    await page.getByText('Your wallet asks you to sign.').waitFor()
    await page.clock.fastForward(11 * MINUTE_MS)
    await page.route(globOf(endpoints.public.submitClaim), (route) =>
      route.fulfill({ status: 400, json: { error: 'Stale.', code: 'stale_nonce', requestId: 'r' } }),
    )
    sign()
    await page.getByRole('alert').getByText('Your wallet answered too late').waitFor()
  })
})

describe('D7: without a network', () => {
  test('the page says so, and for as long as that is so', async () => {
    const { page } = await fixture.visit()
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('status').getByText(OFFLINE).waitFor()
    await page.context().setOffline(false)
    await page.getByText(OFFLINE).waitFor({ state: 'detached' })
  })

  test('the allocation does not load for ever, and is there once the network is', async () => {
    const { page, connect } = await fixture.visit()
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    await page.context().setOffline(true)
    await connect()
    await page.getByRole('alert').getByText('Failed to load allocation data. Please try again.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Eligible', { exact: true }).waitFor()
  })

  test('the status says that it is not followed', async () => {
    const { page, claim } = await fixture.visit({ prepare: (context) => context.clock.install() })
    await claim()
    await page.getByText('You may close this page.').waitFor()
    await page.context().setOffline(true)
    await page.clock.fastForward(5_000)
    await page.getByText('This site did not answer just now. It is asked again.').waitFor()
    await page.context().setOffline(false)
    await page.clock.fastForward(5_000)
    await page.getByText('You may close this page.').waitFor()
  })

  test('a claim is signed at once, and sent once the network is there', async () => {
    const { page, wallet, holder, submit } = await visitForm()
    await page.context().setOffline(true)
    await submit()
    await page.getByRole('status').getByText("The portal's answer was lost").waitFor()
    expect(wallet.calls).toContain('personal_sign')
    await expect.poll(() => toast(page).getByText('Submission Failed').count()).toBe(0)
    await page.context().setOffline(false)
    await page.clock.fastForward(3_000)
    await page.getByText(SUBMITTED).waitFor()
    expect(wallet.calls.filter((call) => call === 'personal_sign')).toHaveLength(1)
    expect(await claimOf(holder)).not.toBeNull()
  })
})

describe('a portal that does not answer', () => {
  test('D7: is not waited for without end', async () => {
    const { page } = await fixture.visit({
      async prepare(context) {
        await context.clock.install()
        await withoutPortalData(context)
        await context.route(globOf(endpoints.public.portal), () => {})
      },
    })
    await page.getByRole('status').getByText('Loading', { exact: true }).waitFor({ state: 'attached' })
    await page.clock.fastForward(20_000)
    await page.getByText('This site did not answer').waitFor()
  })

  test('D10: to a claim is asked whether the claim has arrived, before anything is said', async () => {
    const { page, submit, holder } = await visitForm()
    const sent: string[] = []
    await page.route(globOf(endpoints.public.submitClaim), async (route) => {
      sent.push(route.request().url())
      await route.fetch()
      await route.abort()
    })
    await submit()
    await page.getByText(SUBMITTED).waitFor()
    await page.getByText((await claimOf(holder))?.id ?? 'no claim').waitFor()
    await page.getByText('Receipt and proof').click()
    await page.getByRole('button', { name: 'Save receipt' }).waitFor()
    await expect.poll(() => toast(page).getByText('Submission Failed').count()).toBe(0)
    expect(sent).toHaveLength(1)
  })

  test('D10: to a claim that did not arrive is told as that', async () => {
    const { page, submit, holder } = await visitForm()
    await page.route(globOf(endpoints.public.submitClaim), (route) => route.abort())
    await submit()
    await seeToast(page, 'Submission Failed', 'Failed to submit claim')
    await page.getByRole('alert').getByText('Your claim was not submitted').waitFor()
    expect(await claimOf(holder)).toBeNull()
  })

  test('to anything: Cancel, and nothing is said that is not known', async () => {
    const { page, submit } = await visitForm()
    await page.route(globOf(endpoints.public.submitClaim), (route) => route.abort())
    await page.route(globOf(endpoints.public.claim), (route) => route.abort())
    await submit()
    await page.getByRole('status').getByText("The portal's answer was lost").waitFor()
    // It is the portal that is waited for, not the wallet.
    await page.clock.fastForward(8_000)
    await expect.poll(() => page.getByText('No answer from your wallet yet').count()).toBe(0)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('alert').getByText('It is not known whether your claim was submitted').waitFor()
    await expect.poll(() => page.getByText('Your claim was not submitted').count()).toBe(0)
    await expect.poll(() => toast(page).getByText('Submission Failed').count()).toBe(0)
    await expect.poll(() => page.getByLabel('Solana address').isEnabled()).toBe(true)
  })
})

test('D10: the receipt survives a reload before the answer', async () => {
  const { page, submit, holder } = await visitForm()
  const taken = Promise.withResolvers<void>()
  await page.route(globOf(endpoints.public.submitClaim), async (route) => {
    await route.fetch()
    taken.resolve()
  })
  await submit()
  await taken.promise
  await page.reload()
  await page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByText('Receipt and proof').click()
  await page.getByRole('button', { name: 'Save receipt' }).click()
  expect((await download).suggestedFilename()).toBe(`claim-${(await claimOf(holder))?.id}.json`)
})
