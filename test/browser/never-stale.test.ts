import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { PortalClient } from '#lab/rehearsal/portal-client.ts'
import { tellPortal } from '../harness/alter-reply.ts'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { findClaim, type Holder, loadHolders, makeHolder } from '../harness/holders.ts'

const FIRST = '1,234.5'
const FIRST_WEI = 1_234_500_000_000_000_000_000n
const SECOND = '7,000.5'
const SECOND_WEI = 7_000_500_000_000_000_000_000n
const CHANGED = `Your allocation was changed from ${FIRST} to ${SECOND}.`
const CHANGE = 'Change Solana address'

const fixture = forAllTests(() => openClaimFixture({ amountWei: FIRST_WEI }))
beforeEach(() => fixture.restoreHolders())
afterEach(() => fixture.endVisits())

/** Publishes a list that gives this holder another amount. */
const publish = ({ account }: Holder, amountWei = SECOND_WEI) =>
  loadHolders(fixture.portal.app, [{ account, amountWei }])

const claimOf = (holder: Holder) => findClaim(fixture.portal.app, holder)

/** Has the page come to the front, as from behind another window. */
const comeBack = (page: Page) => page.evaluate("window.dispatchEvent(new Event('focus'))")

const submit = (page: Page) => page.getByRole('button', { name: 'Sign & Submit Claim' }).click()

async function enterAndSubmit(page: Page): Promise<string> {
  const sol = freshSolanaAddress()
  await page.getByLabel('Solana address', { exact: true }).fill(sol)
  await submit(page)
  return sol
}

const seeSubmitted = (page: Page) =>
  page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()

async function asOperator() {
  const client = new PortalClient(fixture.portal.url)
  await client.signIn(fixture.portal.password)
  return client
}

describe('a list that is published while the page is open', { timeout: 60_000 }, () => {
  test('before the form: the allocation says both amounts, and the new one is claimed', async () => {
    const { page, holder, connect, proceed } = await fixture.visit()
    await connect()
    await page.getByText('Eligible', { exact: true }).waitFor()
    await publish(holder)
    await comeBack(page)
    await page.getByText(CHANGED).waitFor()
    await proceed()
    await enterAndSubmit(page)
    await seeSubmitted(page)
    expect((await claimOf(holder))?.amountUA).toBe('7000.5')
  })

  test('in the form: the wallet is not asked before the new amount was shown', async () => {
    const { page, holder, wallet, goToForm } = await fixture.visit()
    await goToForm()
    await page.getByLabel('Solana address').waitFor()
    await publish(holder)
    await enterAndSubmit(page)
    await page.getByText(CHANGED).waitFor()
    expect(wallet.calls).not.toContain('personal_sign')
    await submit(page)
    await seeSubmitted(page)
    expect((await claimOf(holder))?.amountUA).toBe('7000.5')
  })

  test('while the wallet asks: the refusal names both amounts, and signing again claims the new one', async () => {
    const { page, holder, wallet, goToForm } = await fixture.visit()
    await goToForm()
    const release = wallet.hold('personal_sign')
    await enterAndSubmit(page)
    await page.getByText('Your wallet asks you to sign').waitFor()
    await publish(holder)
    release()
    await page.getByRole('alert').getByText('Your allocation was changed from 1234.5 to 7000.5').waitFor()
    await submit(page)
    await seeSubmitted(page)
    expect((await claimOf(holder))?.amountUA).toBe('7000.5')
  })

  test('F1: after the claim: the address is corrected, and the amount that changes with it is said', async () => {
    const { page, holder, claim } = await fixture.visit()
    await claim()
    await publish(holder)
    await page.getByRole('button', { name: CHANGE }).click()
    await page.getByText(`Your claim is for ${FIRST}. Your allocation is ${SECOND} now`).waitFor()
    const second = await enterAndSubmit(page)
    await expect.poll(async () => (await claimOf(holder))?.solAddress).toBe(second)
    expect((await claimOf(holder))?.amountUA).toBe('7000.5')
  })

  test('F1: sign elsewhere: a new text is of the new amount', async () => {
    const { page, holder, proceed } = await fixture.visit({ wallet: null })
    await page.getByRole('button', { name: 'Sign elsewhere' }).click()
    await page.getByLabel('EVM address').fill(holder.account.address)
    await page.getByRole('button', { name: 'Check allocation' }).click()
    await proceed()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    await page.getByRole('button', { name: 'Show the text to sign' }).click()
    const text = page.locator('pre').first()
    await expect.poll(() => text.textContent()).toContain('amount: 1234.5\n')
    await publish(holder)
    await comeBack(page)
    await page.getByText(CHANGED).waitFor()
    await page.getByText('This text is out of date').waitFor()
    await page.getByRole('button', { name: 'Renew' }).click()
    await expect.poll(() => text.textContent()).toContain('amount: 7000.5\n')
    const signature = await holder.account.signMessage({ message: (await text.textContent()) ?? '' })
    await page.getByLabel('Signature').fill(signature)
    await page.getByRole('button', { name: 'Submit claim' }).click()
    await seeSubmitted(page)
  })

  test('a holder who is off the list is told so in the form, and the wallet is not asked', async () => {
    const { page, wallet, goToForm } = await fixture.visit()
    await goToForm()
    await page.getByLabel('Solana address').waitFor()
    await publish(makeHolder())
    await enterAndSubmit(page)
    await page.getByText('No Allocation Found').waitFor()
    await page.getByText(`Your allocation was changed from ${FIRST} to 0.`).waitFor()
    expect(wallet.calls).not.toContain('personal_sign')
  })

  test('F1: a holder who comes onto it learns so by “Use another wallet”, and when the page comes to the front', async () => {
    const holder = makeHolder()
    const { page, connect } = await fixture.visit({ holder })
    await connect()
    await page.getByText('No Allocation Found').waitFor()
    await publish(holder)
    await page.getByRole('button', { name: 'Use another wallet' }).click()
    await connect()
    await page.getByText('Eligible', { exact: true }).waitFor()
  })
})

describe('what an operator changes while the page is open', { timeout: 60_000 }, () => {
  test('F5: a claim that was reset is told as gone, and can be made again', async () => {
    const { page, claim, proceed, holder } = await fixture.visit()
    await claim()
    const { page: returning } = await fixture.visit({ holder, wallet: { connected: true } })
    await returning.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
    await (await asOperator()).send(endpoints.admin.resetClaims)
    for (const seen of [page, returning]) {
      await seen.getByText('Your claim is no longer here').waitFor()
      await expect.poll(() => seen.getByText('will be sent soon').count()).toBe(0)
    }
    await proceed()
    await enterAndSubmit(page)
    await seeSubmitted(page)
  })

  test('F10: a pause and its reason reach the form before the wallet is asked', async () => {
    const { page, wallet, goToForm } = await fixture.visit()
    const operator = await asOperator()
    await goToForm()
    await page.getByLabel('Solana address').waitFor()
    const banner = { text: 'We look into a report.', severity: 'warning' } as const
    await operator.send(endpoints.admin.changeBanner, { body: { banner } })
    await operator.send(endpoints.admin.pause, { body: { paused: true } })
    try {
      await enterAndSubmit(page)
      await page.getByText('Claims are paused').waitFor()
      await page.getByText('We look into a report.').waitFor()
      expect(wallet.calls).not.toContain('personal_sign')
    } finally {
      await operator.send(endpoints.admin.pause, { body: { paused: false } })
      await operator.send(endpoints.admin.changeBanner, { body: { banner: null } })
    }
    await comeBack(page)
    await expect.poll(() => page.getByText('Claims are paused').count()).toBe(0)
    await submit(page)
    await seeSubmitted(page)
  })
})

test('F9: without a list nobody is said not to have held the coin', async () => {
  const { page, connect } = await fixture.visit({
    prepare: (context) =>
      context.route(/\/api\/allocations\?/, (route) =>
        route.fulfill({ json: { eth: '', amountUA: '0', amountWei: '0', fileHash: null, updatedAt: null } }),
      ),
  })
  await connect()
  await page.getByText('The holder list is not published yet').waitFor()
  expect(await page.getByText('did not hold the coin').count()).toBe(0)
})

test('F11: an expected payout that has passed is not told as one to come', async () => {
  const yesterday = Math.floor(Date.now() / 1000) - 86_400
  const { page, claim } = await fixture.visit({
    context: { viewport: { width: 1440, height: 900 } },
    prepare: (context) => tellPortal(context, fixture.portal.url, { expectedPayoutAt: yesterday }),
  })
  await claim()
  expect(await page.getByText('The payout is expected').count()).toBe(0)
  expect(await page.getByText('Payout expected').count()).toBe(0)
})

test('F16: another tab learns at once that the address has claimed, and signs for nothing', async () => {
  const { page, wallet, goToForm } = await fixture.visit()
  await goToForm()
  await page.getByLabel('Solana address').waitFor()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Proceed to Claim Form' }).click()
  await enterAndSubmit(other)
  await seeSubmitted(other)
  await page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
  expect(wallet.calls.filter((method) => method === 'personal_sign')).toHaveLength(1)
})

test('F16: a network that is not supported is told with the allocation', async () => {
  const { page } = await fixture.visit({ wallet: { connected: true, chainId: '0x1' } })
  await page.getByText('Eligible', { exact: true }).waitFor()
  await page.getByText('Wrong Network').first().waitFor()
})
