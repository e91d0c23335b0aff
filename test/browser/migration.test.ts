import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClaimResponse } from '#api-schema/claims.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { parseDecimalUnits } from '#domain/amounts.ts'
import { MINT_DECIMALS } from '#lab/environment/environment.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { PortalClient } from '#lab/rehearsal/portal-client.ts'
import { launchBrowser, openPage, seeToast } from '../harness/open-page.ts'
import { type DemoPortal, startDemoPortal } from '../harness/start-demo-portal.ts'

let browser: Browser
let portal: DemoPortal
beforeAll(async () => {
  ;[browser, portal] = await Promise.all([launchBrowser(), startDemoPortal()])
})
afterAll(async () => {
  await browser?.close()
  await portal?.close()
})

test('a claim is made, paid, and seen to have arrived', async () => {
  const solanaAddress = freshSolanaAddress()
  const claimant = await openPage(browser, portal.url)
  const id = await claim(claimant.page, 'Ben', solanaAddress)

  const operator = await openPage(browser, portal.adminUrl)
  await payQueuedClaims(operator.page)

  await claimant.page.reload()
  await claimant.page.getByRole('heading', { name: 'Your tokens were sent' }).waitFor()
  await claimant.page.getByText(id).waitFor()
  const link = claimant.page.getByRole('link', { name: 'View Tx' })
  await expect
    .poll(() => link.getAttribute('href'))
    .toMatch(/^https:\/\/explorer\.solana\.com\/tx\/[1-9A-HJ-NP-Za-km-z]{80,90}\?cluster=custom/)
  expect(await portal.balanceOf(solanaAddress)).toBe(parseDecimalUnits('5988.626491', MINT_DECIMALS))

  expect(claimant.errors).toEqual([])
  expect(operator.errors).toEqual([])
  expect([...claimant.foreignRequests, ...operator.foreignRequests]).toEqual([])
})

/** Makes a claim, from the first screen to the last. Returns the reference id. */
async function claim(page: Page, account: string, solanaAddress: string): Promise<string> {
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: account }).click()
  await seeToast(page, 'Wallet Connected', shortened(portal.account(account).address))

  await page.getByText('Eligible', { exact: true }).waitFor()
  await page.getByRole('main').getByText('5,988.626491 DEMO').waitFor()
  await page.getByText('5,988,626,491,000,000,000,000 wei').waitFor()
  await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()

  await page.getByLabel('Solana address').fill(solanaAddress)
  await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
  const wallet = page.getByRole('dialog', { name: 'Sign this message?' })
  await wallet.getByText(`sol: ${solanaAddress}`).waitFor()
  await wallet.getByRole('button', { name: 'Sign' }).click()

  await page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
  await page.getByText('Queued for Payout').waitFor()
  const { id } = await claimOf(account)
  await page.getByText(id).waitFor()
  return id
}

function claimOf(account: string): Promise<ClaimResponse> {
  const eth = portal.account(account).address
  return new PortalClient(portal.url).send(endpoints.public.claim, { params: { eth } })
}

async function payQueuedClaims(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(portal.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('tab', { name: 'Bulk Sender' }).click()
  await page.getByRole('tab', { name: 'Execute' }).click()
  await page.getByRole('button', { name: 'Start Bulk Send' }).click()
  await page.getByRole('button', { name: 'Start sending' }).click()
  await page.getByRole('tab', { name: 'Monitor' }).click()
  await page.getByRole('tabpanel').getByText('Completed').first().waitFor()
}

function shortened(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
