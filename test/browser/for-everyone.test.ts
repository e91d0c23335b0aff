import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type ClaimFixture, openClaimFixture } from '../harness/claim-fixture.ts'
import { focused, tabTo } from '../harness/keyboard.ts'
import { toast } from '../harness/open-page.ts'
import { seriousViolations } from '../harness/serious-violations.ts'
import { withLanguages } from '../harness/with-languages.ts'
import { SCENES, showScene } from './scenes.ts'

const NARROWEST = 320

let fixture: ClaimFixture
beforeAll(async () => {
  fixture = await openClaimFixture({ holders: Object.keys(SCENES).length + 20 })
})
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

const theme = (page: Page) => page.evaluate('document.documentElement.dataset.theme')

const widthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth')

test.each(Object.keys(SCENES))(
  '%s keeps nobody out: light in English, dark in German, 320 px wide',
  { timeout: 60_000 },
  async (name) => {
    const page = await showScene(fixture, name, {
      viewport: { width: 390, height: 844 },
      colorScheme: 'light',
    })
    expect(await seriousViolations(page)).toEqual([])
    // Whoever is warned of everything is warned of nothing.
    expect(await page.locator('[data-weight=highest]').count()).toBeLessThanOrEqual(1)
    await page.setViewportSize({ width: NARROWEST, height: 640 })
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(NARROWEST)

    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => theme(page)).toBe('dark')
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.getByLabel('Sprache').waitFor()
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(NARROWEST)
    expect(await seriousViolations(page)).toEqual([])
  },
)

describe('by keyboard alone', () => {
  test('a claim can be made from first to last, and each screen takes the focus up', async () => {
    const { page } = await fixture.visit()
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    await tabTo(page, /^Network/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Switch: EgonCoin/)
    await tabTo(page, /^Test Wallet/)
    await page.keyboard.press('Enter')
    await page.getByText('Eligible', { exact: true }).waitFor()
    await expect.poll(() => focused(page)).toBe('Your allocation')
    await tabTo(page, /^Proceed to Claim Form/)
    await page.keyboard.press('Space')
    await page.getByRole('heading', { name: 'Submit your claim' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Submit your claim')
    await page.keyboard.press('Tab')
    await page.keyboard.type(freshSolanaAddress())
    await page.getByText('A last look before you sign').waitFor()
    await tabTo(page, /^Sign & Submit Claim/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Claim Submitted Successfully')
    await tabTo(page, /^Save receipt/)
  })

  test('Enter in the address submits it', async () => {
    const { page, goToForm } = await fixture.visit()
    await goToForm()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    await page.getByLabel('Solana address').press('Enter')
    await page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
  })
})

describe('in German', () => {
  const german = { context: { locale: 'de-DE' } }

  test('texts, numbers and dates are German for a reader of German', async () => {
    const { page } = await fixture.visit({ ...german, wallet: { connected: true } })
    await page.getByRole('heading', { name: 'Ihre Zuteilung' }).waitFor()
    await page.getByText('1.234,500000000000000001 DEMO').waitFor()
    await page.getByText(/^Zuletzt aktualisiert: \d\d\.\d\d\.20\d\d, \d\d:\d\d:\d\d UTC$/).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('de')
    await page.getByRole('button', { name: 'Weiter zum Formular' }).click()
    await page.getByLabel('Solana-Adresse').fill('0x52908400098527886E0F7030069857D2E4169EE7')
    await page.getByText('Ungültiges Format einer Solana-Adresse.').waitFor()
    await page.getByText('Das ist eine EVM-Adresse').waitFor()
    await page.getByLabel('Solana-Adresse').fill(fixture.portal.environment.mint)
    await page.getByRole('alert').getByText('ist ein Token selbst (Mint)').waitFor()
    await page.getByLabel('Solana-Adresse').fill(freshSolanaAddress())
    await page.getByRole('button', { name: 'Signieren & einreichen' }).click()
    await page.getByRole('heading', { name: 'Anspruch erfolgreich eingereicht' }).waitFor()
  })

  test('the language can be switched, and stays switched', async () => {
    const { page } = await fixture.visit()
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.getByRole('button', { name: 'Wallet verbinden' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Wallet verbinden' }).waitFor()
    await page.getByLabel('Sprache').selectOption('English')
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('en')
  })
})

test('a browser whose languages are no language tags gets English', async () => {
  const { page, connect } = await fixture.visit({
    prepare: (context) => withLanguages(context, ['en-US@posix']),
  })
  await connect()
  await page.getByText('1,234.500000000000000001').waitFor()
  await page.getByText(/^\w+ \d+, 20\d\d, .* UTC$/).waitFor()
})

describe('the theme', () => {
  test('is the system’s until another is chosen, and stays chosen', async () => {
    const { page } = await fixture.visit({ context: { colorScheme: 'dark' } })
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    await expect.poll(() => theme(page)).toBe('dark')
    await page.getByLabel('Appearance').selectOption('Light')
    await expect.poll(() => theme(page)).toBe('light')
    await page.reload()
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    await expect.poll(() => theme(page)).toBe('light')
    await page.getByLabel('Appearance').selectOption('System')
    await expect.poll(() => theme(page)).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => theme(page)).toBe('light')
  })
})

test.each([
  ['reduce', { boat: 'none', toast: 'none' }],
  ['no-preference', { boat: 'inset-inline-start', toast: 'toast-in' }],
] as const)('who prefers "%s" of motion sees that: %o', async (reducedMotion, moves) => {
  const { page, connect } = await fixture.visit({ context: { reducedMotion } })
  await connect()
  await toast(page).waitFor()
  const style = (selector: string, property: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`)
  await expect.poll(() => style('nav svg', 'transitionProperty')).toBe(moves.boat)
  await expect.poll(() => style('.toast', 'animationName')).toBe(moves.toast)
})
