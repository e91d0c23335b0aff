import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ClaimControls } from '#domain/claim-controls.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type ClaimFixture, openClaimFixture } from '../harness/claim-fixture.ts'
import { seeToast } from '../harness/open-page.ts'

let fixture: ClaimFixture
beforeAll(async () => {
  fixture = await openClaimFixture()
})
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

const proceed = { name: 'Proceed to Claim Form' }
const submit = { name: 'Sign & Submit Claim' }

/** Changes the window, a pause or the banner as an operator does. */
async function change(controls: Partial<ClaimControls>): Promise<void> {
  const { store, claimControls } = fixture.portal.app
  const unchanged = {
    claimsOpenAtMs: null,
    claimsCloseAtMs: null,
    isPaused: false,
    pauseMessage: null,
    banner: null,
  }
  await store.claimControls.change(
    unchanged,
    { ...unchanged, ...controls },
    { atMs: 1, action: 'change_claim_controls', subject: 'claims', detail: '' },
  )
  claimControls.forget()
}

const inSeconds = (seconds: number) => (Math.ceil(Date.now() / 1000) + seconds) * 1000

test('a page that waits for the opening updates by itself, and can claim', async () => {
  const opensAtMs = inSeconds(12)
  await change({ claimsOpenAtMs: opensAtMs, claimsCloseAtMs: opensAtMs + 3_600_000 })
  const { page } = await fixture.visit({ wallet: { connected: true }, context: { timezoneId: 'Asia/Tokyo' } })
  await page.getByText('Claims are not open yet').waitFor()
  await page.getByText(/^They open at .* UTC\. Where you are: /).waitFor()
  await expect.poll(() => page.getByRole('button', proceed).isDisabled()).toBe(true)

  await page.getByRole('button', proceed).click({ timeout: 30_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(opensAtMs)
  await page.getByText(/^Claims close at .* UTC\.$/).waitFor()
  await page.getByLabel('Solana address').fill(freshSolanaAddress())
  await page.getByRole('button', submit).click()
  await page.getByText('Claim Submitted Successfully').waitFor()
})

test('a claim that is signed too late is refused, and the page has shown so already', async () => {
  await change({ claimsCloseAtMs: inSeconds(15) })
  const { page, wallet, goToForm } = await fixture.visit()
  await goToForm()
  await page.getByLabel('Solana address').fill(freshSolanaAddress())
  const sign = wallet.hold('personal_sign')
  await page.getByRole('button', submit).click()
  await page.getByText('Claims are closed').waitFor({ timeout: 30_000 })
  sign()
  await seeToast(page, 'Submission Failed', 'Claims are closed.')
  await expect.poll(() => page.getByRole('button', submit).isDisabled()).toBe(true)
})

test('after the end the allocation is still shown', async () => {
  await change({ claimsCloseAtMs: inSeconds(-60) })
  const { page } = await fixture.visit({ wallet: { connected: true } })
  await page.getByText('Claims are closed').waitFor()
  await page.getByText(/^They closed at .* UTC/).waitFor()
  await page.getByText('Eligible', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', proceed).isDisabled()).toBe(true)
})

test('while claims are paused the page says so, and a banner is shown to everybody', async () => {
  const banner = { text: 'We look into a report.\nNothing is lost.', severity: 'warning' as const }
  await change({ isPaused: true, banner })
  const { page } = await fixture.visit({ wallet: { connected: true } })
  await page.getByText('Claims are paused').waitFor()
  await page.getByText('We look into a report.').waitFor()
  await expect.poll(() => page.getByRole('button', proceed).isDisabled()).toBe(true)
})

test('a claim that is signed after the pause began is refused in words', async () => {
  await change({})
  const { page, wallet, goToForm } = await fixture.visit()
  await goToForm()
  await page.getByLabel('Solana address').fill(freshSolanaAddress())
  const sign = wallet.hold('personal_sign')
  await page.getByRole('button', submit).click()
  await change({ isPaused: true })
  sign()
  await seeToast(
    page,
    'Submission Failed',
    'Claims are paused. Nothing was submitted. Your allocation stays: try again later.',
  )
})
