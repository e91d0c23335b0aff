import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { launchBrowser, openPage, seeToast } from '../harness/open-page.ts'
import { type DemoPortal, startDemoPortal } from '../harness/start-demo-portal.ts'

let browser: Browser
let portal: DemoPortal
let page: Page
beforeAll(async () => {
  ;[browser, portal] = await Promise.all([launchBrowser(), startDemoPortal()])
})
afterAll(async () => {
  await browser?.close()
  await portal?.close()
})
const opened = forEachTest(() => openPage(browser, portal.url))
beforeEach(async () => {
  ;({ page } = opened)
})
afterEach(async () => {
  expect(opened.errors).toEqual([])
})

const walletDialog = () => page.getByRole('dialog', { name: /^Demo Wallet/ })

async function connect(account: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await walletDialog().getByRole('button', { name: account }).click()
}

test('it can refuse to connect, and be asked again', async () => {
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await walletDialog().getByRole('button', { name: 'Reject' }).click()
  await seeToast(page, 'Connection Failed', 'User rejected the connection request.')
  await connect('Ben')
  await page.getByText('Eligible', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('Eligible', { exact: true }).waitFor()
})

test('it can refuse to sign', async () => {
  await connect('Ben')
  await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
  await page.getByLabel('Solana address').fill(freshSolanaAddress())
  await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
  await walletDialog().getByRole('button', { name: 'Reject' }).click()
  await seeToast(page, 'Submission Failed', 'Signature request was rejected')
})

test('one of its accounts holds nothing', async () => {
  await connect('Dan')
  await page.getByRole('heading', { name: 'No Allocation Found' }).waitFor()
})

test('a network has to be added before it can switch to it', async () => {
  await page.getByRole('button', { name: /^Network/, expanded: false }).click()
  await page.getByRole('button', { name: 'Switch: EgonCoin Mainnet' }).click()
  await page.getByText('Network Not Found', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Add to wallet: EgonCoin Mainnet' }).click()
  await walletDialog().getByRole('button', { name: 'Add' }).click()
  await page.getByText('Network Added', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Switch: EgonCoin Mainnet' }).click()
  await walletDialog().getByRole('button', { name: 'Switch' }).click()
  await seeToast(page, 'Network Switched', 'Your wallet is on EgonCoin Mainnet.')
})
