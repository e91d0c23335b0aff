import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { accentPalette } from '#web/ui/accent-palette.ts'
import { type ClaimFixture, openClaimFixture } from '../harness/claim-fixture.ts'

const ACCENT = '#7a1fa2'
const LONG_NAME = 'The Very Long Name Of A Token That Nobody Could Ever Shorten'
const LOGO = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`

let fixture: ClaimFixture
beforeAll(async () => {
  fixture = await openClaimFixture({
    holders: 10,
    settings: { tokenName: LONG_NAME, accentColor: ACCENT, logoUrl: LOGO },
  })
})
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

test('it shows a welcome, the progress, and what protects the claim', async () => {
  const { page } = await fixture.visit()
  await page.getByRole('heading', { name: `Claim your ${LONG_NAME} tokens on Solana` }).waitFor()
  await page.getByText('Connect the wallet that held your coins.').waitFor()
  const progress = page.getByRole('navigation', { name: 'Progress' }).getByRole('listitem')
  expect(await progress.allInnerTexts()).toEqual([
    expect.stringContaining('Connect Wallet'),
    expect.stringContaining('Check Allocation'),
    expect.stringContaining('Submit Claim'),
  ])
  const step = page.locator('[aria-current=step]')
  await expect.poll(() => step.textContent()).toContain('Connect Wallet')
  await page.getByText('About this claim').click()
  for (const text of [
    'One claim per address.',
    'Exact amounts of the snapshot.',
    'Your signature is verified.',
  ]) {
    await page.getByText(text).waitFor()
  }
  const snapshot = await fixture.portal.app.store.snapshots.current()
  const hash = snapshot?.fileHash ?? 'no snapshot'
  const shortened = page.getByRole('button', { name: `${hash.slice(0, 6)}…${hash.slice(-4)}` })
  await shortened.focus()
  await page.getByRole('tooltip').getByText(hash).waitFor()

  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('button', { name: 'Proceed to Claim Form' }).waitFor()
  await expect.poll(() => step.textContent()).toContain('Check Allocation')
  await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
  await expect.poll(() => step.textContent()).toContain('Submit Claim')
})

test('it has the operator’s name, logo and accent', async () => {
  const { page } = await fixture.visit({
    context: { viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
  })
  await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
  await expect.poll(() => page.title()).toBe(`Claim ${LONG_NAME}`)
  await page.getByRole('banner').getByText(LONG_NAME).waitFor()
  await expect.poll(() => page.getByRole('banner').locator('img').getAttribute('src')).toBe(LOGO)
  const accent = () =>
    page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--color-accent')")
  await expect.poll(() => accent()).toBe(accentPalette(ACCENT).dark.accent)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(accent).toBe(accentPalette(ACCENT).light.accent)
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
})
