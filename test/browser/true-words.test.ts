import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { PortalClient } from '#lab/rehearsal/portal-client.ts'
import { globOf, withoutPortalData } from '../harness/alter-reply.ts'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { findClaim, type Holder, makeHolder } from '../harness/holders.ts'
import { seeToast, toast } from '../harness/open-page.ts'

describe('true words', () => {
  const SUBMIT = { name: 'Sign & Submit Claim' }
  const SUBMITTED = 'Claim Submitted Successfully'
  const OFFLINE = 'You are offline'
  const MINUTE_MS = 60_000
  const fixture = forAllTests(openClaimFixture)
  afterEach(() => fixture.endVisits())

  const claimOf = async (holder: Holder) => (await findClaim(fixture.portal.app, holder)) ?? null

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
})

describe('true refusals', () => {
  const fixture = forAllTests(openClaimFixture)
  afterEach(() => fixture.endVisits())

  const submit = (page: Page) => page.getByRole('button', { name: 'Sign & Submit Claim' }).click()

  async function visitForm() {
    const visit = await fixture.visit()
    await visit.goToForm()
    const sol = freshSolanaAddress()
    await visit.page.getByLabel('Solana address', { exact: true }).fill(sol)
    return { ...visit, wallet: visit.wallet, sol }
  }

  describe("F4: a proxy's own page", () => {
    test.each([403, 409, 400])('with status %d is no answer of the portal', async (status) => {
      const { page } = await visitForm()
      await page.route(globOf(endpoints.public.submitClaim), (route) =>
        route.fulfill({ status, contentType: 'text/html', body: '<h1>Sorry, you have been blocked</h1>' }),
      )
      await page.route(globOf(endpoints.public.claim), (route) =>
        route.fulfill({ status: 404, json: { error: 'none', code: 'no_claim' } }),
      )
      await submit(page)
      await seeToast(page, 'Submission Failed', 'Failed to submit claim')
      expect(await page.getByText('You have already submitted').count()).toBe(0)
      expect(await page.getByText('No allocation found').count()).toBe(0)
    })
  })

  describe('F6: a page whose scripts are missing', () => {
    test('says so after ten seconds, and how to go on', async () => {
      // A context of its own: the browser complains of what it can not load.
      const context = await fixture.browser.newContext({ reducedMotion: 'reduce' })
      await context.route(/\/assets\/claim-.*\.js$/, (route) => route.abort())
      const page = await context.newPage()
      await page.goto(fixture.portal.url)
      const words = page.getByText('This page could not be loaded completely')
      expect(await words.isVisible()).toBe(false)
      await words.waitFor({ timeout: 15_000 })
      await context.unrouteAll()
      await page.getByRole('link', { name: 'Load it again' }).click()
      await page.getByText('No wallet in this browser?').waitFor()
      expect(await words.count()).toBe(0)
      await context.close()
    })
  })

  describe('F7: the deny list', () => {
    test('tells a denied Solana address from a denied wallet, and another address is taken', async () => {
      const { page, sol, holder } = await visitForm()
      const operator = new PortalClient(fixture.portal.url)
      await operator.signIn(fixture.portal.password)
      const list = (address: string) =>
        operator.send(endpoints.denyList.add, { body: { address, source: 'test' } })
      await list(sol)
      await submit(page)
      await page.getByRole('alert').getByText('This Solana address can not be used here.').waitFor()
      await page.getByLabel('Solana address', { exact: true }).fill(freshSolanaAddress())
      await list(holder.account.address)
      await submit(page)
      await page.getByRole('alert').getByText('This wallet can not be used here.').waitFor()
      await operator.send(endpoints.denyList.remove, { body: { address: holder.account.address } })
      await submit(page)
      await page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
    })
  })

  describe('F13: a wallet', () => {
    test.each([
      [{ code: -32603, message: 'User denied message signature' }],
      [{ code: -32000, message: 'Request rejected' }],
    ])('that refuses with %o is told to have refused', async (error) => {
      const { page, wallet } = await visitForm()
      wallet.refuse('personal_sign', error)
      await submit(page)
      await seeToast(page, 'Submission Failed', 'Signature request was rejected')
    })

    test.each(['', '0x'])('that gives %j gave no signature', async (signature) => {
      const { page, wallet } = await visitForm()
      wallet.answer('personal_sign', signature)
      await submit(page)
      await page.getByRole('alert').getByText('Your wallet gave no signature.').waitFor()
    })

    test('that ends its signature with a line feed is understood', async () => {
      const { page, wallet } = await visitForm()
      wallet.writeSignature = (signature) => `${signature}\n`
      await submit(page)
      await page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
    })

    test('without an EVM account is told so', async () => {
      const { page, wallet, connect } = await fixture.visit()
      wallet.answer('eth_requestAccounts', ['9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'])
      await connect()
      await seeToast(
        page,
        'Connection Failed',
        'This wallet gave no EVM account. Choose an EVM account in it, or use another wallet.',
      )
      await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    })

    test('F14: that signs with another account is told which', async () => {
      const { page, wallet, holder } = await visitForm()
      const other = makeHolder().account
      wallet.accounts = [{ ...other, address: holder.account.address }]
      await submit(page)
      const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
      await page
        .getByRole('alert')
        .getByText(`Signed by ${short(other.address)}, not by ${short(holder.account.address)}`)
        .waitFor()
    })
  })

  describe('F12, 8: after the claim', () => {
    test('one goes on with another wallet, and a wallet without SOL is told what that means', async () => {
      const { page, claim } = await fixture.visit()
      await claim()
      await page.getByText('This wallet holds no SOL yet.').waitFor()
      await page.getByRole('button', { name: 'Claim for another wallet' }).click()
      await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    })

    test('the left half is a receipt that fills', async () => {
      const { page, connect, proceed } = await fixture.visit({
        context: { viewport: { width: 1440, height: 900 } },
      })
      await connect()
      const banner = page.getByRole('banner')
      await banner.getByText('You claim').waitFor()
      await banner.getByText('1,234.5').filter({ visible: true }).first().waitFor()
      await proceed()
      const sol = freshSolanaAddress()
      await page.getByLabel('Solana address', { exact: true }).fill(sol)
      await banner
        .getByText(`${sol.slice(0, 6)}…${sol.slice(-4)}`)
        .filter({ visible: true })
        .waitFor()
    })
  })
})
