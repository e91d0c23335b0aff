import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser } from '../harness/browser.ts'
import { type OpenedPage, openPage, seeToast } from '../harness/open-page.ts'
import { type DemoPortal, startDemoPortal } from '../harness/start-demo-portal.ts'

let browser: Browser
let portal: DemoPortal
let opened: OpenedPage
let page: Page
beforeAll(async () => {
  ;[browser, portal] = await Promise.all([launchBrowser(), startDemoPortal()])
})
afterAll(async () => {
  await browser?.close()
  await portal?.close()
})
beforeEach(async () => {
  opened = await openPage(browser, portal.adminUrl)
  ;({ page } = opened)
})
afterEach(async () => {
  expect(opened.errors).toEqual([])
  expect(opened.foreignRequests).toEqual([])
  await opened.close()
})

const signIn = () => page.getByRole('button', { name: 'Sign In' }).click()
const password = () => page.getByLabel('Password', { exact: true })
const heldToken = () => page.evaluate(() => globalThis.localStorage.getItem('ferry-admin-token'))

test('a wrong password is refused', async () => {
  await password().fill('not the password')
  await signIn()
  await seeToast(page, 'Login Failed', 'Invalid admin password.')
  expect(await heldToken()).toBeNull()
})

test('no password, or only spaces, is not even sent', async () => {
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && sent.push(request.url()))
  for (const nothing of ['', '   ']) {
    await password().fill(nothing)
    await signIn()
    await seeToast(page, 'Password Required', 'Please enter the admin password.')
  }
  expect(sent).toEqual([])
})

test('signing in keeps a token until signing out takes it away', async () => {
  await password().fill(portal.password)
  await signIn()
  await page.getByText('Login Successful', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Overview & Claims' }).waitFor()
  const token = await heldToken()
  expect(token).not.toBeNull()
  await page.reload()
  await page.getByRole('tab', { name: 'Overview & Claims' }).waitFor()

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Logged Out', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  expect(await heldToken()).toBeNull()
  const stats = await fetch(`${portal.url}/api/admin/stats`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(stats.status).toBe(401)
})
