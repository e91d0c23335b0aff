import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { focused, tabTo, toast, withLanguages } from '../harness/open-page.ts'

/** What a screen reader stops at; the text between is left out. */
const STOPS = /^(heading|button|textbox|combobox|checkbox|link|navigation|region|list|img|alert|status)\b/

/** Lists what a screen reader stops at, in the order that it reads: each with its role, name and state. Shortened hashes are left out. */
async function readThrough(page: Page, part: 'banner' | 'main' | 'contentinfo' = 'main') {
  const tree = await page.getByRole(part).ariaSnapshot()
  const lines = tree.split('\n').map((line) => line.trim().replace(/^- '?/, '').replace(/'?:$/, ''))
  return lines.filter((line) => STOPS.test(line)).map((line) => line.replace(/"\w+…\w+"/, '"…"'))
}

/** Reads the description of a field or a button: what is read after its name. */
async function describedBy(page: Page, role: 'textbox' | 'button', name: string): Promise<string> {
  const ids = await page.getByRole(role, { name, exact: true }).getAttribute('aria-describedby')
  const parts = (ids ?? '').split(' ').map((id) => page.locator(`[id="${id}"]`).textContent())
  return (await Promise.all(parts)).join(' ')
}

const fixture = forAllTests(openClaimFixture)
afterEach(() => fixture.endVisits())

const theme = (page: Page) => page.evaluate('getComputedStyle(document.documentElement).colorScheme')

describe('by keyboard alone', { timeout: 60_000 }, () => {
  test('a claim is made, found again and corrected, and each screen takes the focus up', async () => {
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
    await page.getByRole('region', { name: 'A last look before you sign' }).waitFor()
    await tabTo(page, /^Sign & Submit Claim/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Claim Submitted Successfully')
    await tabTo(page, /^Receipt and proof/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Save receipt/)

    await page.reload()
    await page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
    const corrected = freshSolanaAddress()
    await tabTo(page, /^Change Solana address$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Change Solana address' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Change Solana address')
    await page.keyboard.press('Tab')
    await page.keyboard.type(corrected)
    await page.getByRole('region', { name: 'A last look before you sign' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Address changed' }).waitFor()
    await page.getByRole('main').getByText(corrected, { exact: true }).waitFor()
  })

  test('Enter in the address submits it', async () => {
    const { page, goToForm } = await fixture.visit()
    await goToForm()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    await page.getByLabel('Solana address').press('Enter')
    await page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
  })

  test('a request that the wallet leaves open is cancelled, and the form can be used again', async () => {
    const { page, wallet, goToForm } = await fixture.visit()
    await goToForm()
    await page.getByLabel('Solana address').fill(freshSolanaAddress())
    wallet.hold('personal_sign')
    await page.getByLabel('Solana address').press('Enter')
    await page.getByText('Your wallet asks you to sign.').waitFor()
    await tabTo(page, /^Cancel$/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Solana address$/)
  })
})

describe('read by a screen reader', { timeout: 60_000 }, () => {
  test('a claim from first to last', async () => {
    const { page, connect, proceed } = await fixture.visit()
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    expect(await readThrough(page)).toMatchInlineSnapshot(`
      [
        "navigation "Progress"",
        "list",
        "heading "Claim your Ferry Demo tokens on Solana" [level=1]",
        "list "Wallet"",
        "button "Test Wallet Connect Wallet"",
        "region "Networks: EGON, BNB"",
        "heading "Networks: EGON, BNB" [level=2]",
        "button "Networks: EGON, BNB"'",
      ]
    `)
    await page.getByText('No wallet in this browser?').click()
    expect(await describedBy(page, 'button', 'Sign elsewhere')).toMatch(
      /^For hardware wallets and other devices/,
    )
    await connect()
    await page.getByText('Eligible', { exact: true }).waitFor()
    expect(await readThrough(page)).toMatchInlineSnapshot(`
      [
        "navigation "Progress"",
        "list",
        "heading "Your allocation" [level=1]",
        "button "Copy address"",
        "button "Proceed to Claim Form"",
        "button "Use another wallet"",
      ]
    `)
    await proceed()
    const field = page.getByRole('textbox', { name: 'Solana address' })
    await field.fill('0x52908400098527886E0F7030069857D2E4169EE7')
    await field.blur()
    await page.getByRole('alert').getByText('That is an EVM address').waitFor()
    expect(await describedBy(page, 'textbox', 'Solana address')).toMatch(/^Invalid Solana address format\./)
    expect(await readThrough(page)).toMatchInlineSnapshot(`
      [
        "navigation "Progress"",
        "list",
        "heading "Submit your claim" [level=1]",
        "region "Important notice"",
        "textbox "Solana address" [invalid]",
        "alert: Invalid Solana address format.",
        "alert",
        "button "Reset"",
        "button "Sign & Submit Claim" [disabled]",
        "status: Signing is free and moves nothing.",
      ]
    `)
    await field.fill('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
    await page.getByRole('region', { name: 'A last look before you sign' }).waitFor()
    expect(await readThrough(page)).toMatchInlineSnapshot(`
      [
        "navigation "Progress"",
        "list",
        "heading "Submit your claim" [level=1]",
        "region "Important notice"",
        "textbox "Solana address"",
        "region "A last look before you sign"",
        "button "Reset"",
        "button "Sign & Submit Claim"",
        "status: Signing is free and moves nothing.",
      ]
    `)
    await field.press('Enter')
    await page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Your claim is queued' }).waitFor()
    expect(await readThrough(page)).toMatchInlineSnapshot(`
      [
        "navigation "Progress"",
        "list",
        "heading "Your claim is queued" [level=1]",
        "button "Copy reference id"",
        "button "Change Solana address"",
        "list "Where your claim is"",
        "status: Queued for Payout",
        "button "Claim for another wallet"",
      ]
    `)
    const journey = page.getByRole('list', { name: 'Where your claim is' })
    expect((await journey.getByRole('listitem').allTextContents())[0]).toMatch(/^Claimed, done/)
    expect(await readThrough(page, 'banner')).toMatchInlineSnapshot(`
      [
        "button "…"",
      ]
    `)
    expect(await readThrough(page, 'contentinfo')).toMatchInlineSnapshot(`
      [
        "combobox "Language"",
      ]
    `)
  })

  test('a claim that is signed elsewhere', async () => {
    const { page, holder, proceed } = await fixture.visit({ wallet: null })
    await page.getByRole('button', { name: 'Sign elsewhere', exact: true }).click()
    await page.getByLabel('EVM address').waitFor()
    expect(await readThrough(page)).toMatchInlineSnapshot(`
      [
        "navigation "Progress"",
        "list",
        "heading "Sign elsewhere" [level=1]",
        "textbox "EVM address"",
        "button "Back"",
        "button "Check allocation"",
      ]
    `)
    await page.getByLabel('EVM address').fill(holder.account.address)
    await page.getByLabel('EVM address').press('Enter')
    await proceed()
    await page.getByLabel('Solana address').fill('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
    await page.getByLabel('Solana address').press('Enter')
    await page.getByRole('textbox', { name: 'Signature', exact: true }).waitFor()
    expect(await readThrough(page)).toMatchInlineSnapshot(`
      [
        "navigation "Progress"",
        "list",
        "heading "Sign this text" [level=1]",
        "region "Text to sign"",
        "heading "Text to sign" [level=2]",
        "button "Renew"",
        "button "Copy"",
        "status",
        "img "QR code of the text"",
        "textbox "Signature"",
        "button "Back"",
        "button "Submit claim"",
        "status",
      ]
    `)
    // All of it in one block.
    expect(await page.getByRole('region', { name: 'Text to sign' }).locator('pre').count()).toBe(1)
    await page.getByRole('textbox', { name: 'Signature' }).fill('0x1234')
    await page.getByRole('button', { name: 'Submit claim' }).click()
    await page.getByRole('alert').getByText('This has 2 bytes').waitFor()
    expect(await describedBy(page, 'textbox', 'Signature')).toMatch(/^This has 2 bytes/)
  })
})

describe('in German', () => {
  const german = { context: { locale: 'de-DE' } }

  test('texts, numbers and dates are German for a reader of German', async () => {
    const { page } = await fixture.visit({ ...german, wallet: { connected: true } })
    await page.getByRole('heading', { name: 'Ihre Zuteilung' }).waitFor()
    await page.getByRole('main').getByText('1.234,500000000000000001 DEMO').waitFor()
    await page.getByText(/^Zuletzt aktualisiert: \d+\. [^ ]+ 20\d\d um \d\d:\d\d UTC$/).waitFor()
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
  await page.getByRole('main').getByText('1,234.500000000000000001').waitFor()
  await page.getByText(/^\w+ \d+, 20\d\d at .* UTC$/).waitFor()
})

describe('the theme', () => {
  test('is the system’s, and follows it', async () => {
    const { page } = await fixture.visit({ context: { colorScheme: 'dark' } })
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
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
