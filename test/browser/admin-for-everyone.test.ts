import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AdminFixture, openAdminFixture } from '../harness/admin-fixture.ts'
import { focused, tabTo } from '../harness/keyboard.ts'
import { seeToast } from '../harness/open-page.ts'
import { furnish } from './admin-scenes.ts'

const LONG = { timeout: 90_000 }

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await openAdminFixture({ holders: 80 })
  await furnish(fixture)
}, 120_000)
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

test('the tab bar is a menu in a narrow window', async () => {
  const { page, button } = await fixture.visit('', { viewport: { width: 899, height: 900 } })
  await page.getByLabel('Admin panel').selectOption('Address Analysis')
  await button('Export Remaining (Excel)').waitFor()
  await expect.poll(() => page.getByRole('tab').count()).toBe(0)
  await page.setViewportSize({ width: 900, height: 900 })
  await page.getByRole('tab', { name: 'Address Analysis', selected: true }).waitFor()
})

test('what was typed and unfolded stays when a window becomes narrow, and wide again', async () => {
  const { page } = await fixture.visit('tab=bulk-sender', { viewport: { width: 1024, height: 768 } })
  const key = page.getByLabel('Private Key', { exact: true })
  await key.fill('a key')
  await page.getByText('Advanced', { exact: true }).click()
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.getByRole('tab', { name: 'Bulk Sender' }).count()).toBe(width < 900 ? 0 : 1)
    expect(await key.inputValue()).toBe('a key')
    expect(await page.getByLabel(/^Priority fee cap/).isVisible()).toBe(true)
  }
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

    await page.keyboard.press('Enter')
    await dialog().getByText('History', { exact: true }).waitFor()
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
