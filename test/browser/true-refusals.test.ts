import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { PortalClient } from '#lab/rehearsal/portal-client.ts'
import { type ClaimFixture, openClaimFixture } from '../harness/claim-fixture.ts'
import { globOf } from '../harness/glob-of.ts'
import { makeHolder } from '../harness/holders.ts'
import { seeToast } from '../harness/open-page.ts'

let fixture: ClaimFixture
beforeAll(async () => {
  fixture = await openClaimFixture()
})
afterAll(() => fixture?.close())
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
  test('says so after ten seconds, and how to go on', { timeout: 60_000 }, async () => {
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
