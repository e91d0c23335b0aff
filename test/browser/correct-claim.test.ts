import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { PortalClient } from '#lab/rehearsal/portal-client.ts'
import { globOf, tellPortal } from '../harness/alter-reply.ts'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import type { Holder } from '../harness/holders.ts'
import { findClaim } from '../harness/holders.ts'
import { seeToast, withLanguages } from '../harness/open-page.ts'
import { ALL_QUEUED, beginRun, journalNext } from '../harness/sample-rows.ts'

const fixture = forAllTests(openClaimFixture)
afterEach(() => fixture.endVisits())

const CHANGE = 'Change Solana address'

const shortened = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

async function change(page: Page, button = CHANGE): Promise<string> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('heading', { name: button }).waitFor()
  return enterAndSubmit(page)
}

async function enterAndSubmit(page: Page): Promise<string> {
  const solanaAddress = freshSolanaAddress()
  await page.getByLabel('Solana address', { exact: true }).fill(solanaAddress)
  await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
  return solanaAddress
}

/**
 * Has a run of another server sign for the queued claims, so that this one leaves it alone; with `expires` nothing that it signed can
 * land. Returns what ends it, with none of them paid.
 */
async function takeClaims({ expires = false } = {}): Promise<() => Promise<unknown>> {
  const { store } = fixture.portal.app
  const run = await beginRun({ store }, {}, ALL_QUEUED)
  const { attempt: signed, fence } = await journalNext({ store }, run, { limit: 99 })
  const settle = () => store.journal.settleExpired(signed, 'proved', 1)
  if (expires) await settle()
  return async () => {
    if (!expires) await settle()
    await store.runs.finish(run.id, 'stopped', null, 1)
    await store.leases.release(run.walletAddress, fence)
  }
}

const storedFor = (holder: Holder) => findClaim(fixture.portal.app, holder)

async function reject(holder: Holder, reason: string): Promise<void> {
  const client = new PortalClient(fixture.portal.url)
  await client.signIn(fixture.portal.password)
  const { id = '' } = (await storedFor(holder)) ?? {}
  await client.send(endpoints.admin.reject, { body: { id, reason } })
}

const seeClaimedFor = (page: Page, address: string) =>
  page.getByRole('main').getByText(address, { exact: true }).waitFor()

describe('D5: the Solana address of a queued claim', { timeout: 60_000 }, () => {
  test('is changed right after it was submitted', async () => {
    const { page, holder, claim } = await fixture.visit()
    const first = await claim()
    await seeClaimedFor(page, first)
    const before = await storedFor(holder)
    const second = await change(page)
    await page.getByRole('heading', { name: 'Address changed' }).waitFor()
    await seeClaimedFor(page, second)
    expect(await storedFor(holder)).toMatchObject({ id: before?.id, solAddress: second, status: 'queued' })
    // The receipt is that of what was signed last; after a reload the address is still known in full.
    await page.getByText('Receipt and proof').click()
    await page.getByRole('button', { name: 'Save receipt' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
    await seeClaimedFor(page, second)
  })

  test('is changed by a returning claimant, and another device sees it', async () => {
    const { page, holder, claim } = await fixture.visit()
    const first = await claim()
    const { page: elsewhere } = await fixture.visit({ holder, wallet: { connected: true } })
    await seeClaimedFor(elsewhere, shortened(first))
    const second = await change(elsewhere)
    await elsewhere.getByRole('heading', { name: 'Address changed' }).waitFor()
    await seeClaimedFor(page, shortened(second))
    await expect.poll(() => page.getByText(first).count()).toBe(0)
    // Its receipt is of another address by now.
    await expect.poll(() => page.getByRole('button', { name: 'Save receipt' }).count()).toBe(0)
  })

  test('stays where the form is left', async () => {
    const { page, holder, claim } = await fixture.visit()
    const first = await claim()
    await page.getByRole('button', { name: CHANGE }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await seeClaimedFor(page, first)
    expect(await storedFor(holder)).toMatchObject({ solAddress: first, correctedAtMs: null })
  })

  test('is not offered once a payout has taken the claim, and that is told', async () => {
    const { page, holder, claim } = await fixture.visit()
    const first = await claim()
    const { page: elsewhere } = await fixture.visit({ holder, wallet: { connected: true } })
    for (const seen of [page, elsewhere]) await seen.getByRole('button', { name: CHANGE }).waitFor()
    const endRun = await takeClaims()
    for (const seen of [page, elsewhere]) {
      await seen.getByText('A payout has taken this claim: its Solana address can not be changed.').waitFor()
      await expect.poll(() => seen.getByRole('button', { name: CHANGE }).count()).toBe(0)
    }
    await seeClaimedFor(page, first)
    // What was not paid may be changed again.
    await endRun()
    for (const seen of [page, elsewhere]) await seen.getByRole('button', { name: CHANGE }).waitFor()
  })

  test('stays where a payout has taken the claim meanwhile, and that is told', async () => {
    const { page, holder, claim } = await fixture.visit()
    const first = await claim()
    await page.getByRole('button', { name: CHANGE }).click()
    await page.getByRole('heading', { name: CHANGE }).waitFor()
    const endRun = await takeClaims()
    await enterAndSubmit(page)
    const words = 'This claim can no longer be changed: a payout has taken it. Nothing was changed.'
    await seeToast(page, 'Submission Failed', words)
    await page.getByText('Your claim was not submitted').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await seeClaimedFor(page, first)
    await page.getByText('A payout has taken this claim').waitFor()
    expect(await storedFor(holder)).toMatchObject({ solAddress: first })
    await endRun()
  })

  test('is changed though the answer is lost', async () => {
    const { page, holder, claim } = await fixture.visit()
    await claim()
    let isLost = false
    await page.route(globOf(endpoints.public.claim), async (route) => {
      if (isLost || route.request().method() !== 'PUT') return route.fallback()
      isLost = true
      await route.fetch()
      return route.abort()
    })
    const second = await change(page)
    await page.getByRole('heading', { name: 'Address changed' }).waitFor()
    await seeClaimedFor(page, second)
    expect(isLost).toBe(true)
    expect(await storedFor(holder)).toMatchObject({ solAddress: second })
  })

  test('is changed in German', async () => {
    const { page, holder, claim } = await fixture.visit()
    await claim()
    const german = await fixture.visit({
      holder,
      wallet: { connected: true },
      prepare: (context) => withLanguages(context, ['de-DE']),
    })
    await german.page.getByRole('button', { name: 'Solana-Adresse ändern' }).click()
    await german.page.getByRole('heading', { name: 'Solana-Adresse ändern' }).waitFor()
    await page.getByRole('button', { name: CHANGE }).waitFor()
  })
})

test('is not offered while claims are closed, nor is a rejected claim made again', async () => {
  const { page, holder, claim } = await fixture.visit()
  await claim()
  const { page: closed } = await fixture.visit({
    holder,
    wallet: { connected: true },
    prepare: (context) =>
      tellPortal(context, fixture.portal.url, { claimsOpen: false, claimsCloseAt: 1_790_000_000 }),
  })
  await closed.getByText('Claims are not open just now, so the Solana address can not be changed.').waitFor()
  await expect.poll(() => closed.getByRole('button', { name: CHANGE }).count()).toBe(0)
  await reject(holder, 'wrong wallet')
  await closed.getByText('Claims are not open just now, so this claim can not be made again.').waitFor()
  await page.getByRole('button', { name: 'Claim again' }).waitFor()
})

test('a rejected claim on the list of a payout under way is made again once that has ended', async () => {
  const { page, holder, claim } = await fixture.visit()
  await claim()
  const endRun = await takeClaims({ expires: true })
  await reject(holder, 'wrong wallet')
  await page
    .getByText('A payout still has this claim on its list. You can claim again once it has ended.')
    .waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Claim again' }).count()).toBe(0)
  await endRun()
  await page.getByRole('button', { name: 'Claim again' }).waitFor()
})

test('D5: a rejected claim is made again', async () => {
  const { page, holder, claim } = await fixture.visit()
  await claim()
  const before = await storedFor(holder)
  await reject(holder, 'wrong wallet')
  await page.getByText('wrong wallet').waitFor()
  const second = await change(page, 'Claim again')
  await page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
  await seeClaimedFor(page, second)
  expect(await storedFor(holder)).toMatchObject({ id: before?.id, status: 'queued', rejectReason: null })
})
