import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { PortalClient } from '#lab/rehearsal/portal-client.ts'
import { fillRun } from '#payout/fill-run.ts'
import { type ClaimFixture, openClaimFixture } from '../harness/claim-fixture.ts'
import { globOf } from '../harness/glob-of.ts'
import type { Holder } from '../harness/holders.ts'
import { seeToast } from '../harness/open-page.ts'
import { sampleRun } from '../harness/sample-rows.ts'
import { withLanguages } from '../harness/with-languages.ts'

let fixture: ClaimFixture
beforeAll(async () => {
  fixture = await openClaimFixture()
})
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

const CHANGE = 'Change Solana address'

const shortened = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

async function change(page: Page, button = CHANGE): Promise<string> {
  const solanaAddress = freshSolanaAddress()
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('heading', { name: CHANGE }).waitFor()
  await page.getByLabel('Solana address', { exact: true }).fill(solanaAddress)
  await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
  return solanaAddress
}

const storedFor = (holder: Holder) =>
  fixture.portal.app.store.claims.findByAddress(holder.account.address.toLowerCase() as never)

const seeClaimedFor = (page: Page, address: string) =>
  page.getByText(`Claimed from this wallet for ${address}`).waitFor()

describe('D5: the Solana address of a queued claim', { timeout: 60_000 }, () => {
  test('is changed right after it was submitted', async () => {
    const { page, holder, claim } = await fixture.visit()
    const first = await claim()
    await seeClaimedFor(page, first)
    const before = await storedFor(holder)
    const second = await change(page)
    await page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
    await seeClaimedFor(page, second)
    expect(await storedFor(holder)).toMatchObject({ id: before?.id, solAddress: second, status: 'queued' })
    // The receipt is that of what was signed last; after a reload the address is still known in full.
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
    await elsewhere.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
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

  test('stays once a payout has taken the claim, and that is told', async () => {
    const { page, holder, claim } = await fixture.visit()
    const first = await claim()
    const { store } = fixture.portal.app
    await page.getByRole('button', { name: CHANGE }).waitFor()
    const run = await store.runs.create(sampleRun())
    if (!run) throw new Error('a run is under way')
    await fillRun(store, run)
    await change(page)
    const words = 'This claim can no longer be changed: a payout has taken it. Nothing was changed.'
    await seeToast(page, 'Submission Failed', words)
    await page.getByText('Your claim was not submitted').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await seeClaimedFor(page, first)
    expect(await storedFor(holder)).toMatchObject({ solAddress: first })
    await store.runs.finish(run.id, 'stopped', null, 1)
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
    await page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
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

test('D5: a rejected claim is made again', { timeout: 60_000 }, async () => {
  const { page, holder, claim } = await fixture.visit()
  await claim()
  const before = await storedFor(holder)
  const client = new PortalClient(fixture.portal.url)
  await client.signIn(fixture.portal.password)
  await client.send(endpoints.admin.reject, { body: { id: before?.id ?? '', reason: 'wrong wallet' } })
  await page.getByText('wrong wallet').waitFor()
  const second = await change(page, 'Claim again')
  await page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
  await seeClaimedFor(page, second)
  expect(await storedFor(holder)).toMatchObject({ id: before?.id, status: 'queued', rejectReason: null })
})
