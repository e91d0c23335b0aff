import { readFile } from 'node:fs/promises'
import { getBase58Decoder } from '@solana/kit'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser } from '../harness/browser.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'
import { holdPayment } from '../harness/hold-payment.ts'
import { type Holder, loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { type OpenedPage, openPage, seeToast } from '../harness/open-page.ts'
import { freshSolanaAddress } from '../harness/sending-ground.ts'
import { type DemoPortal, startDemoPortal } from '../harness/start-demo-portal.ts'

const HOLDERS: Holder[] = Array.from({ length: 6 }, () => makeHolder())

let browser: Browser
let portal: DemoPortal
let token: string
let opened: OpenedPage
let page: Page
beforeAll(async () => {
  ;[browser, portal] = await Promise.all([launchBrowser(), startDemoPortal()])
  await loadHolders(portal.portal, HOLDERS)
  ;({ token } = await post<{ token: string }>('/api/admin/login', { password: portal.password }))
})
afterAll(async () => {
  await browser?.close()
  await portal?.close()
})
beforeEach(async () => {
  opened = await openPage(browser, portal.adminUrl, {
    viewport: { width: 1280, height: 900 },
    prepare: (context) =>
      context.addInitScript((kept) => globalThis.localStorage.setItem('ferry-admin-token', kept), token),
  })
  ;({ page } = opened)
})
afterEach(async () => {
  expect(opened.errors).toEqual([])
  expect(opened.foreignRequests).toEqual([])
  await opened.close()
})

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${portal.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

/** The claims of these holders, in their order. */
async function claim(...indexes: number[]): Promise<{ id: string; eth: string }[]> {
  const claims = []
  for (const holder of indexes.flatMap((index) => HOLDERS[index] ?? [])) {
    const { id } = await post<{ id: string }>('/api/submitClaim', await signClaim(holder))
    claims.push({ id, eth: holder.account.address })
  }
  return claims
}

const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click()
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const fact = (name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
const row = (id: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: id, exact: true }) })

/** The signature of no transaction. */
const unknownSignature = () => getBase58Decoder().decode(crypto.getRandomValues(new Uint8Array(64)))

/** What a button downloads, and under which name. */
async function download(name: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), button(name).click()])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

test('claims are found, marked as sent, rejected and exported', async () => {
  const [first, second, third] = await claim(0, 1, 2)
  if (!first || !second || !third) throw new Error('Three holders should have claimed')
  await button('Refresh').click()
  await row(third.id).waitFor()

  await page.getByLabel('Search claims').fill(second.eth.slice(0, 12))
  await row(first.id).waitFor({ state: 'detached' })
  expect(await row(second.id).count()).toBe(1)
  await page.getByLabel('Search claims').fill('')
  await row(first.id).waitFor()

  const unknown = unknownSignature()
  const hash = page.getByLabel('Enter transaction hash:')
  const force = button('Mark as sent all the same')
  const markSent = dialog().getByRole('button', { name: 'Mark Sent', exact: true })
  await row(first.id).getByRole('button', { name: 'Mark Sent' }).click()
  await hash.press('Enter')
  await dialog().waitFor({ state: 'detached' })

  await row(first.id).getByRole('button', { name: 'Mark Sent' }).click()
  await hash.fill('no signature')
  await markSent.click()
  await seeToast(
    page,
    'Update Failed',
    'That is not the signature of a Solana transaction: it takes base58 text that decodes to 64 bytes.',
  )
  expect(await force.count()).toBe(0)
  await hash.fill(unknown)
  await markSent.click()
  await seeToast(
    page,
    'Update Failed',
    'The transaction does not prove the payment: the cluster knows no such finalized transaction. Nothing was changed.',
  )
  await force.click()
  await seeToast(page, 'Status Updated', `Claim ${first.id} is marked as sent.`)
  expect(await row(first.id).getByRole('link', { name: 'View Tx' }).getAttribute('href')).toContain(unknown)

  await row(second.id).getByRole('button', { name: 'Reject' }).click()
  expect(await button('Reject claim').isDisabled()).toBe(true)
  await page.getByLabel('Reason', { exact: true }).fill('Asked for by its holder')
  await button('Reject claim').click()
  await seeToast(page, 'Status Updated', `Claim ${second.id} is rejected.`)

  await page.getByLabel('Status', { exact: true }).selectOption('rejected')
  await row(third.id).waitFor({ state: 'detached' })
  expect(await row(second.id).count()).toBe(1)

  const { name, content } = await download('Export Queued Claims')
  expect(name).toBe('queued_claims.csv')
  expect(content.toString()).toContain(third.id)
  expect(content.toString()).not.toContain(first.id)
  await seeToast(page, 'Export Complete', 'queued_claims.csv was downloaded.')
})

test('addresses are counted, and both lists and the snapshot can be had', async () => {
  await tab('Address Analysis')
  await expect.poll(() => fact('Total Allocated').textContent()).toContain('6 addresses')
  expect(await fact('Submitted').textContent()).toContain('3 addresses')
  expect(await fact('Remaining').textContent()).toContain('3 addresses')
  for (const [pressed, fileName] of [
    ['Export Submitted (Excel)', 'submitted_addresses.xlsx'],
    ['Export Remaining (Excel)', 'remaining_addresses.xlsx'],
  ] as const) {
    const { name, content } = await download(pressed)
    expect(name).toBe(fileName)
    expect(content.subarray(0, 2).toString()).toBe('PK')
    await seeToast(page, 'Export Complete', `${fileName} was downloaded.`)
  }

  await tab('File Management')
  const response = await fetch(`${portal.url}/api/portal`)
  const { fileHash } = (await response.json()) as { fileHash: string }
  await page.getByText(fileHash, { exact: true }).waitFor()
  await button('Export Queued Claims').waitFor()
  await button('Reload Allocations').click()
  await seeToast(page, 'Allocations Reloaded', 'Loaded 203 allocations.')
  await loadHolders(portal.portal, HOLDERS)
})

test('a run tells its cost, agrees with the chain, and its claims can be reset', async () => {
  await tab('Bulk Sender')
  await tab('Execute')
  await button('Start Bulk Send').click()
  await tab('Monitor')
  await page.getByText('Completed').first().waitFor({ timeout: 15_000 })
  const fees = page.getByRole('row', { name: /^Fees of 1 transaction / })
  expect(await fees.getByRole('cell').allTextContents()).toEqual(['≈ 0.000006 SOL', '≈ 0.000006 SOL'])

  await button('Reconcile with chain').click()
  await page.getByText('The chain and the books agree.').waitFor()
  expect(await fact('Payments on the chain').textContent()).toContain('1')

  await tab('Execute')
  await button('Reset All Claims (Clear Database)').click()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await button('Reset All Claims (Clear Database)').click()
  await button('Delete all claims').click()
  await seeToast(page, 'Claims Reset Successful', '3 claims were deleted.')
})

test('a payment on hold is settled only by its own signature or by the typed words', async () => {
  const signature = unknownSignature()
  const id = await holdPayment(portal.portal, signature)
  await tab('Bulk Sender')
  await tab('Monitor')
  await page.getByText(`Claim ${id}`).waitFor()
  await page.getByText('the node no longer has the blocks', { exact: true }).waitFor()

  await button('It was paid').click()
  const settlePaid = dialog().getByRole('button', { name: 'Settle as paid', exact: true })
  await page.getByLabel('Transaction signature').fill(unknownSignature())
  await settlePaid.click()
  await dialog().getByRole('alert').waitFor()
  expect(await button('Settle as paid all the same').count()).toBe(0)
  await page.getByLabel('Transaction signature').fill(signature)
  await settlePaid.click()
  await button('Settle as paid all the same').waitFor()
  await page.keyboard.press('Escape')

  await button('It was not paid').click()
  const settleDead = button('Settle as not paid')
  const words = page.getByLabel('Type “not paid” to confirm')
  await words.fill('paid')
  expect(await settleDead.isDisabled()).toBe(true)
  await words.fill('not paid')
  await settleDead.click()
  await seeToast(page, 'Hold Settled', 'Its payments are owed again, and can be sent.')
  await page.getByText(`Claim ${id}`).waitFor({ state: 'detached' })
})

test('a spreadsheet goes from its upload to the chain', async () => {
  const { ground } = portal
  const recipient = freshSolanaAddress()
  await tab('Standalone Sender')
  await tab('Upload & Send')
  expect(await button('Select Excel File').isDisabled()).toBe(true)
  await tab('History')
  await page.getByText('No distributions found. Upload an Excel file to get started.').waitFor()

  await tab('Configuration')
  await page.getByText('Not Configured', { exact: true }).waitFor()
  await page.getByLabel('RPC URL').fill(ground.rpcUrl)
  await page.getByLabel('Token Mint Address').fill(ground.mint)
  await page.getByLabel('Private Key', { exact: true }).fill('no key')
  await button('Save Configuration').click()
  await page.getByText('Configuration Failed', { exact: true }).waitFor()
  await page.getByLabel('Private Key', { exact: true }).fill(ground.walletKeyJson)
  await page.getByLabel('Batch Size').fill('')
  await button('Save Configuration').click()
  await seeToast(page, 'Configuration Saved', `Wallet: ${ground.walletAddress}`)
  expect(await page.getByLabel('Private Key', { exact: true }).inputValue()).toBe('')

  await tab('Upload & Send')
  const file = page.getByLabel('Excel file', { exact: true })
  await file.setInputFiles({ name: 'payments.csv', mimeType: 'text/csv', buffer: Buffer.from('a,1') })
  await seeToast(page, 'Invalid File Type', 'Please upload an Excel file (.xlsx)')
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const bad = await buildXlsx({
    rows: [
      [recipient, '1'],
      ['nobody', '2'],
    ],
  })
  await file.setInputFiles({ name: 'bad.xlsx', mimeType, buffer: bad })
  await page.getByRole('region', { name: 'Problems by row' }).waitFor()
  const rows = [
    ['Wallet', 'Amount'],
    [recipient, '2.5'],
    [recipient, '0.5'],
  ]
  await file.setInputFiles({ name: 'payments.xlsx', mimeType, buffer: await buildXlsx({ rows }) })
  await seeToast(page, 'File Uploaded', 'Parsed 2 addresses, 3 DEMO in all.')
  await page.getByText('Addresses in several rows, each of which is paid: 1').waitFor()

  await button('Start Distribution').click()
  await page.getByText('Distribution Started', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'Progress' }).getByText('completed').waitFor({ timeout: 15_000 })
  expect(await portal.balanceOf(recipient)).toBe(3_000_000_000n)

  await tab('History')
  expect(await fact('Amount Sent').textContent()).toContain('3 DEMO')
  const { name, content } = await download('Export Result')
  expect(name).toMatch(/^distribution_.+\.csv$/)
  expect(content.toString()).toContain(recipient)
})

test('mainnet is configured only after one more question', async () => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await tab('Mainnet Config')
  await button('Save Configuration').click()
  await seeToast(page, 'Missing Private Key', 'Please enter your Solana wallet private key')
  const key = page.getByLabel('Private Key', { exact: true })
  await key.fill('my key')
  await button('Save Configuration').click()
  await seeToast(page, 'Missing Token Address', 'Please enter your SPL token mint address')
  await page.getByLabel('Token Mint Address').fill(portal.ground.mint)
  await button('Save Configuration').click()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toEqual([])
  expect(await fact('Network mode').textContent()).toContain('TEST')
  await button('Reset Configuration').click()
  expect(await key.inputValue()).toBe('')
})

test('the tab bar is a menu where it has no room', async () => {
  await page.setViewportSize({ width: 768, height: 900 })
  await page.getByLabel('Admin panel').selectOption('Address Analysis')
  await button('Export Remaining (Excel)').waitFor()
  expect(await page.getByRole('tab').count()).toBe(0)
})
