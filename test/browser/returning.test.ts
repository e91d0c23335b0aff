import type { Locator } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { globOf, withoutPortalData } from '../harness/alter-reply.ts'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadHolders, makeHolder } from '../harness/holders.ts'
import { seeToast } from '../harness/open-page.ts'

const fixture = forAllTests(openClaimFixture)
afterEach(() => fixture.endVisits())

describe('a refresh', () => {
  test('on the first screen stays there, or follows the wallet', async () => {
    const { page, wallet } = await fixture.visit()
    await page.reload()
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    wallet.connected = true
    await page.reload()
    await page.getByText('Eligible', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('Eligible', { exact: true }).waitFor()
  })

  test('on the form keeps what was typed', async () => {
    const { page, goToForm } = await fixture.visit()
    await goToForm()
    for (const text of ['9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', freshSolanaAddress()]) {
      await page.getByLabel('Solana address').fill(text)
      await page.reload()
      await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
      await expect.poll(() => page.getByLabel('Solana address').inputValue()).toBe(text)
    }
    await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
    await page.getByText('Claim Submitted Successfully').waitFor()
  })

  test('while the wallet is asked leaves it possible to ask again', async () => {
    const { page, wallet, goToForm } = await fixture.visit()
    await goToForm()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    wallet.hold('personal_sign')
    await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
    await page.getByText('Your wallet asks you to sign.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
    await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
    await page.getByText('Claim Submitted Successfully').waitFor()
  })

  test('on the far shore shows the claim, and its Solana address once', async () => {
    const { page, claim, holder } = await fixture.visit()
    const solanaAddress = await claim()
    const shortened = `${solanaAddress.slice(0, 6)}…${solanaAddress.slice(-4)}`
    await page.reload()
    await page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
    await page.getByRole('main').getByText(solanaAddress, { exact: true }).waitFor()
    expect(await page.getByRole('main').getByText(shortened).count()).toBe(0)
    await page.getByText('Receipt and proof').click()
    await page.getByRole('button', { name: 'Save receipt' }).waitFor()
    // Another browser has no receipt, and knows it shortened.
    const { page: elsewhere } = await fixture.visit({ holder, wallet: { connected: true } })
    await elsewhere.getByRole('main').getByText(shortened, { exact: true }).waitFor()
    expect(await elsewhere.getByRole('main').getByText(shortened).count()).toBe(1)
  })
})

describe('the allocation', () => {
  test('waits visibly while the portal is slow, and nothing jumps when it comes', async () => {
    const holder = makeHolder(5_988_626_491_000_000_000_000n)
    await loadHolders(fixture.portal.app, [holder])
    const portal = Promise.withResolvers<void>()
    const allocation = Promise.withResolvers<void>()
    const { page } = await fixture.visit({
      holder,
      wallet: { connected: true },
      async prepare(context) {
        await withoutPortalData(context)
        await context.route(globOf(endpoints.public.portal), (route) =>
          portal.promise.then(() => route.continue()),
        )
        await context.route(globOf(endpoints.public.allocation, '*'), (route) =>
          allocation.promise.then(() => route.continue()),
        )
      },
    })
    const box = (part: Locator) => part.boundingBox()
    const progress = page.getByRole('navigation', { name: 'Progress' })
    await page.getByRole('status').getByText('Loading', { exact: true }).waitFor({ state: 'attached' })
    const whereProgressWas = await box(progress)
    portal.resolve()

    const loading = page.getByRole('status').getByText('Loading your allocation...')
    await loading.waitFor({ state: 'attached' })
    expect(await box(progress)).toEqual(whereProgressWas)
    const card = page.getByRole('main').locator('section').first()
    const before = await box(card)
    allocation.resolve()
    await page.getByText('Eligible', { exact: true }).waitFor()
    const after = await box(card)
    expect(after?.y).toBe(before?.y)
    // A line of two fonts is a pixel higher than a bar.
    expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThan(4)
    await fixture.restoreHolders()
  })

  test('that can not be loaded shows an error, and can be tried again', async () => {
    const { page } = await fixture.visit({
      wallet: { connected: true },
      prepare: (context) =>
        context.route(globOf(endpoints.public.allocation, '*'), (route) => route.fulfill({ status: 503 })),
    })
    await page.getByRole('alert').getByText('Failed to load allocation data. Please try again.').waitFor()
    await page.context().unroute(globOf(endpoints.public.allocation, '*'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Eligible', { exact: true }).waitFor()
  })

  test('a portal that is down shows an error, and can be tried again', async () => {
    const { page } = await fixture.visit({
      async prepare(context) {
        await withoutPortalData(context)
        await context.route(globOf(endpoints.public.portal), (route) => route.abort())
      },
    })
    await page.getByText('This site did not answer').waitFor()
    await page.context().unroute(globOf(endpoints.public.portal))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
  })

  test('is shown with all details', async () => {
    const { page, holder } = await fixture.visit({
      wallet: { connected: true },
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    })
    const { address } = holder.account
    await page.getByRole('main').getByText('1,234.500000000000000001 DEMO').waitFor()
    await page.getByText('1,234,500,000,000,000,000,001 wei').waitFor()
    await page.getByText(/^Last updated \d{1,2} \w+ 20\d\d at \d\d:\d\d UTC$/).waitFor()
    await page
      .getByRole('banner')
      .getByText(`${address.slice(0, 6)}…${address.slice(-4)}`)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Copy address' }).click()
    await seeToast(page, 'Copied!', 'The address is on your clipboard.')
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(address)
  })

  test('an address without one sees possible reasons', async () => {
    const { page } = await fixture.visit({ holder: makeHolder(), wallet: { connected: true } })
    await page.getByRole('heading', { name: 'No Allocation Found' }).waitFor()
    await page.getByText('did not hold the coin at snapshot time').waitFor()
    await page.getByText('The wrong wallet is connected').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Proceed to Claim Form' }).count()).toBe(0)
  })
})
