import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AdminFixture, openAdminFixture } from '../harness/admin-fixture.ts'
import { focused, tabTo } from '../harness/keyboard.ts'
import { seeToast } from '../harness/open-page.ts'
import { seriousViolations } from '../harness/serious-violations.ts'
import { ADMIN_SCENES, furnish, showAdminScene, showLogin } from './admin-scenes.ts'

const NARROW = 768
const PHONE = 390
/** axe looks at every row of a page of claims, twice. */
const LONG = { timeout: 90_000 }

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await openAdminFixture({ holders: 80 })
  await furnish(fixture)
}, 120_000)
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

const width = (page: Page) => page.evaluate('document.documentElement.scrollWidth')
const theme = (page: Page) => page.evaluate('document.documentElement.dataset.theme')

test.each(Object.keys(ADMIN_SCENES))(
  '%s keeps nobody out, in light and dark, at 768 px, and fits a phone',
  LONG,
  async (name) => {
    const { page } = await showAdminScene(fixture, name, {
      viewport: { width: NARROW, height: 900 },
      colorScheme: 'light',
    })
    expect(await seriousViolations(page)).toEqual([])
    await expect.poll(() => width(page)).toBeLessThanOrEqual(NARROW)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => theme(page)).toBe('dark')
    expect(await seriousViolations(page)).toEqual([])
    await page.setViewportSize({ width: PHONE, height: 844 })
    await expect.poll(() => width(page)).toBeLessThanOrEqual(PHONE)
  },
)

test('nor does the sign-in', async () => {
  const { page } = await showLogin(fixture, { viewport: { width: 320, height: 640 } })
  expect(await seriousViolations(page)).toEqual([])
  await expect.poll(() => width(page)).toBeLessThanOrEqual(320)
  await page.context().close()
})

test('the tab bar is a menu in a narrow window', async () => {
  const { page, button } = await fixture.visit('', { viewport: { width: 899, height: 900 } })
  await page.getByLabel('Admin panel').selectOption('Address Analysis')
  await button('Export Remaining (Excel)').waitFor()
  await expect.poll(() => page.getByRole('tab').count()).toBe(0)
  await page.setViewportSize({ width: 900, height: 900 })
  await page.getByRole('tab', { name: 'Address Analysis', selected: true }).waitFor()
})

describe('by keyboard alone', () => {
  test('tabs are changed, a claim is looked at, and rejected', LONG, async () => {
    const { page, dialog } = await fixture.visit('status=queued')
    await page.getByRole('table', { name: 'Claims' }).waitFor()
    await tabTo(page, /^Overview & Claims/)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Export Submitted (Excel)' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    // The newest one is on hold.
    const row = page.getByRole('table', { name: 'Claims' }).getByRole('row').nth(2)
    const id = (await row.getByRole('button').first().textContent()) ?? ''
    await row.getByRole('button').first().focus()
    await page.keyboard.press('Enter')
    await dialog().getByText('History', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(id)

    await tabTo(page, /^More actions on/)
    await page.keyboard.press('Space')
    await tabTo(page, /^Reject$/)
    await page.keyboard.press('Space')
    await dialog().waitFor()
    await tabTo(page, /^Reason$/)
    await page.keyboard.type('Asked for by its holder')
    await page.keyboard.press('Enter')
    await page.getByText('Status Updated', { exact: true }).waitFor()
  })

  test('the settings can be saved with Enter', LONG, async () => {
    const { environment } = fixture.portal
    const { page } = await fixture.visit('tab=standalone-sender')
    await page.getByLabel('RPC URL').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(environment.rpcUrl)
    await tabTo(page, /^Token Mint Address$/)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(environment.mint)
    await tabTo(page, /^Private Key$/)
    await page.keyboard.insertText(environment.walletKeyJson)
    await page.keyboard.press('Enter')
    await seeToast(page, 'Configuration Saved', `Wallet: ${environment.walletAddress}`)
  })
})
