import { parse } from 'csv-parse/sync'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ReplyOf } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { type AdminFixture, type AdminPage, openAdminFixture } from '../harness/admin-fixture.ts'
import { alterReply, globOf } from '../harness/alter-reply.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'
import { seeToast } from '../harness/open-page.ts'

type StandaloneStats = ReplyOf<typeof endpoints.standaloneSender.stats>

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await openAdminFixture({ configured: false })
  // Its token goes by the portal's symbol, then.
  await fixture.configure('bulk', { batchSize: 50, delayBetweenBatches: 2_000 })
})
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

const open = (tab: string) => fixture.visit(`tab=standalone-sender&standalone=${tab}`)

const configure = (change?: object) => fixture.configure('standalone', change)

const progress = ({ page }: AdminPage) => page.getByRole('region', { name: 'Progress', exact: true })

/** Starts a distribution, and answers the question. */
async function startSending(panel: AdminPage, start: Locator): Promise<void> {
  await start.click()
  await panel.dialog().getByRole('button', { name: 'Start sending' }).click()
}

describe('before it is configured', () => {
  test('no file can be chosen, and there is no history', async () => {
    const { page, button, tab } = await open('upload')
    await page.getByText('Please save a configuration first in the Configuration tab.').waitFor()
    await expect.poll(() => button('Select Excel File').isDisabled()).toBe(true)
    await tab('History')
    await page.getByText('No distributions found. Upload an Excel file to get started.').waitFor()
    await tab('Configuration')
    await page.getByText('Not Configured', { exact: true }).waitFor()
  })

  test('a wrong key is refused; empty numbers mean the usual ones', async () => {
    const { environment } = fixture.portal
    const { page, button } = await open('configuration')
    await page.getByLabel('RPC URL').fill(environment.rpcUrl)
    await page.getByLabel('Token Mint Address').fill(environment.mint)
    await page.getByLabel('Private Key', { exact: true }).fill('no key')
    await button('Save Configuration').click()
    await page.getByText('Configuration Failed', { exact: true }).waitFor()
    await page.getByLabel('Private Key', { exact: true }).fill(environment.walletKeyJson)
    await page.getByLabel('Batch Size').fill('')
    await page.getByLabel('Delay Between Batches (ms)').fill('')
    await button('Save Configuration').click()
    await seeToast(page, 'Configuration Saved', `Wallet: ${environment.walletAddress}`)
    await expect.poll(() => page.getByLabel('Private Key', { exact: true }).inputValue()).toBe('')
    expect(await fixture.call(endpoints.standaloneSender.status)).toMatchObject({
      configured: true,
      batchSize: 50,
      delayBetweenBatches: 2000,
    })
  })
})

describe('a spreadsheet', () => {
  test('that is none is refused, and one with bad rows is, with each of them', async () => {
    await configure()
    const panel = await open('upload')
    await panel.choose('Excel file', 'payments.csv', 'a,1')
    await seeToast(panel.page, 'Invalid File Type', 'Please upload an Excel file (.xlsx)')
    await panel.choose('CSV file', 'payments.xlsx', 'a,1')
    await seeToast(panel.page, 'Invalid File Type', 'Please upload a CSV file (.csv)')
    await panel.choose('Excel file', 'renamed.xlsx', 'no workbook at all')
    await panel.page.getByText('Upload Failed', { exact: true }).first().waitFor()

    await panel.choosePayments(
      [
        [freshSolanaAddress(), '1'],
        ['nobody', '2'],
        [freshSolanaAddress(), 'much'],
        [freshSolanaAddress(), '0.0000000001'],
      ],
      'bad.xlsx',
    )
    const problems = panel.page.getByRole('region', { name: 'Problems by row' }).getByRole('row')
    await problems.nth(3).waitFor()
    await expect
      .poll(() => problems.locator('td:first-child').allTextContents())
      .toEqual(
        expect.arrayContaining([
          expect.stringContaining('2'),
          expect.stringContaining('3'),
          expect.stringContaining('4'),
        ]),
      )
    expect(await fixture.call(endpoints.standaloneSender.distributions)).toMatchObject({ distributions: [] })
  })

  test('of a token that goes by its address: its totals stay within their cards', async () => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const { page } = await fixture.visit('tab=standalone-sender&standalone=history', { viewport })
      await alterReply<StandaloneStats>(page, globOf(endpoints.standaloneSender.stats), () => ({
        totalAmount: '30000',
        totalAmountSent: '30000',
        tokenName: 'tokens of 7gsL2i…WhvN',
      }))
      await page.reload()
      await page.getByText('tokens of 7gsL2i…WhvN').first().waitFor()
      const cut = await page.evaluate<number>(
        `[...document.querySelectorAll('dd')].filter((each) => each.scrollWidth > each.clientWidth).length`,
      )
      expect(cut, `${viewport.width}`).toBe(0)
    }
  })

  test('is not started by a wallet with too little, and shows what is missing', async () => {
    await configure({ privateKey: (await makeSolanaKey()).keyJson })
    const panel = await open('upload')
    await panel.choosePayments([[freshSolanaAddress(), '2.5']], 'short.xlsx')
    await panel.page.getByText('Not enough to start').waitFor()
    await panel.page.getByText('Missing: 2.5 DEMO').waitFor()
    await expect.poll(() => panel.button('Start Distribution').isDisabled()).toBe(true)
  })

  test('goes from its upload to the chain, over Stop, with a result for each', async () => {
    await configure({ batchSize: 1, delayBetweenBatches: 4_000 })
    const addresses = Array.from({ length: 7 }, () => freshSolanaAddress())
    const panel = await open('upload')
    const { page, button, fact } = panel
    await panel.choosePayments([
      ['Wallet', 'Amount'],
      ...addresses.map((address) => [address, '2.5']),
      [addresses[0] ?? '', '0.5'],
    ])
    await seeToast(page, 'File Uploaded', 'Parsed 8 addresses, 18 DEMO in all.')
    await expect.poll(() => fact('First row').textContent()).toContain('Skipped as headers: Wallet, Amount')
    await page.getByText('1 address is in several rows, each of which is paid:').waitFor()
    await page.getByRole('heading', { name: 'Sending wallet' }).waitFor()
    await expect.poll(() => fact('Est. Time').textContent()).toMatch(/^Est\. Time[1-9]\d* s$/)

    await button('Start Distribution').click()
    const asked = panel.dialog()
    await asked.getByText('Pay 8 payments, 18 DEMO').waitFor()
    await asked.getByText('Token, wallet and fees').click()
    await asked.getByText('8 rows, 18 DEMO').waitFor()
    const { mint, walletAddress } = fixture.portal.environment
    for (const text of [mint, '9 decimals', 'May mint more', 'May freeze accounts', 'TEST', walletAddress]) {
      await expect.poll(() => asked.textContent()).toContain(text)
    }
    await expect.poll(() => asked.textContent()).toMatch(/Estimated fees and rent≈ 0\.0/)
    await asked.getByRole('button', { name: 'Cancel' }).click()
    expect(await progress(panel).getByText('pending', { exact: true }).count()).toBe(1)
    await startSending(panel, button('Start Distribution'))
    await page.getByText('Distribution Started', { exact: true }).waitFor()
    await expect.poll(() => fact('Successful').textContent()).toMatch(/[1-9]$/)
    await button('Stop Distribution').click()
    await page.getByText('Distribution Stopping', { exact: true }).waitFor()
    await progress(panel).getByText('pending', { exact: true }).waitFor()
    const stopped = await panel.download('Export Result')
    const outcomes: { outcome: string }[] = parse(stopped.content, { columns: true, bom: true })
    expect(outcomes.some(({ outcome }) => outcome === 'paid')).toBe(true)
    expect(outcomes.some(({ outcome }) => outcome === 'not sent')).toBe(true)

    await configure()
    await startSending(panel, button('Start Distribution'))
    await progress(panel).getByText('completed', { exact: true }).waitFor()
    expect(await fixture.portal.balanceOf(addresses[0] ?? '')).toBe(3_000_000_000n)
    for (const address of addresses.slice(1)) {
      expect(await fixture.portal.balanceOf(address)).toBe(2_500_000_000n)
    }

    await panel.tab('History')
    const newest = page.getByRole('region', { name: 'Distributions' }).getByRole('row').nth(1)
    await expect.poll(() => newest.textContent()).toMatch(/completed818 DEMO818 DEMO/)
    const file = page.waitForEvent('download')
    await newest.getByRole('button', { name: 'Export Result' }).click()
    expect((await file).suggestedFilename()).toMatch(/^distribution_.+\.csv$/)
  })

  test('the same file is pointed out, paid again by typed words alone, and can be deleted', async () => {
    await configure()
    const panel = await open('upload')
    const workbook = await buildXlsx({ rows: [[freshSolanaAddress(), '1']] })
    await panel.choose('Excel file', 'first.xlsx', workbook)
    await progress(panel).getByText('first.xlsx').waitFor()
    await panel.choose('Excel file', 'second.xlsx', workbook)
    await panel.page.getByText(/^The very same file was uploaded before/).waitFor()
    await panel.tab('History')
    await panel.button('first.xlsx').click()
    await progress(panel).getByText('1 transaction', { exact: false }).first().waitFor()
    await panel.tab('History')
    await startSending(panel, panel.button('Start Distribution').first())
    await progress(panel).getByText('completed', { exact: true }).waitFor()

    await panel.choose('Excel file', 'third.xlsx', workbook)
    await progress(panel).getByText('third.xlsx').waitFor()
    await panel.tab('History')
    const item = (name: string) =>
      panel.page
        .getByRole('region', { name: 'Distributions' })
        .getByRole('row')
        .filter({ has: panel.page.getByRole('button', { name, exact: true }) })
    await item('first.xlsx').getByText('1 paid before').waitFor()
    await panel.button('first.xlsx').click()
    await progress(panel)
      .getByText(/^Same file as second.xlsx, paid on .+ as distribution/)
      .waitFor()
    await progress(panel).getByText('1 of 1 payment that it owes was made before').waitFor()
    await panel.tab('History')
    await item('second.xlsx').getByText('completed', { exact: true }).waitFor()
    expect(await item('second.xlsx').getByRole('button', { name: 'Delete' }).count()).toBe(0)

    await item('first.xlsx').getByRole('button', { name: 'Start Distribution' }).click()
    const asked = panel.dialog()
    const again = asked.getByRole('button', { name: 'Pay them again' })
    await asked.getByText('Nothing else is left to send.').waitFor()
    expect(await asked.getByRole('button', { name: 'Leave these out' }).isDisabled()).toBe(true)
    await expect.poll(() => again.isDisabled()).toBe(true)
    const words = '1 payment again, 1 tokens'
    await asked.getByLabel(`To pay them again, type “${words}”`).fill(words)
    await again.click()
    await progress(panel).getByText('completed', { exact: true }).waitFor()

    await panel.tab('History')
    await item('third.xlsx').getByRole('button', { name: 'Delete' }).click()
    await panel
      .dialog()
      .getByText(/^third.xlsx: 1 payment, 1 DEMO\. Nothing of it was started/)
      .waitFor()
    await panel.button('Delete distribution').click()
    await seeToast(panel.page, 'Distribution Deleted', 'third.xlsx can not be started any more.')
    await item('third.xlsx').waitFor({ state: 'detached' })
  })

  test('rows that were paid before are left out by one click in the one dialog that names them', async () => {
    await configure()
    const panel = await open('upload')
    const { mint, walletAddress } = fixture.portal.environment
    const [paid, other] = [freshSolanaAddress(), freshSolanaAddress()]
    await panel.choosePayments([[paid, '1.5']], 'july.xlsx')
    await progress(panel).getByText('july.xlsx').waitFor()
    await startSending(panel, panel.button('Start Distribution'))
    await progress(panel).getByText('completed', { exact: true }).waitFor()

    await panel.choosePayments(
      [
        [paid, '1.5'],
        [other, '2'],
      ],
      'august.xlsx',
    )
    await progress(panel).getByText('august.xlsx').waitFor()
    await expect.poll(() => panel.fact('Paid before').textContent()).toContain('1 row, 1.5 DEMO')
    await progress(panel).getByText('Which rows').click()
    const rows = progress(panel).getByRole('region', { name: 'Rows that were paid before' })
    await expect.poll(() => rows.textContent()).toMatch(/1\.5 DEMOjuly\.xlsx, row 1paid, /)

    await panel.button('Start Distribution').click()
    const asked = panel.dialog()
    await asked.getByText('1 of 2 payments that it owes was made before, same wallet, same amount').waitFor()
    for (const text of ['1.5 DEMO', mint, walletAddress]) {
      await expect.poll(() => asked.textContent()).toContain(text)
    }
    expect(await asked.getByRole('button', { name: 'Pay them again' }).isDisabled()).toBe(true)
    await asked.getByRole('button', { name: 'Leave these out' }).click()
    await progress(panel).getByText('completed', { exact: true }).waitFor()
    expect(await panel.dialog().count()).toBe(0)
    expect(await fixture.portal.balanceOf(paid)).toBe(1_500_000_000n)
    expect(await fixture.portal.balanceOf(other)).toBe(2_000_000_000n)
    await progress(panel).getByText('1 row is left out for good.').waitFor()
    await panel.tab('History')
    const newest = panel.page.getByRole('region', { name: 'Distributions' }).getByRole('row').nth(1)
    await expect.poll(() => newest.textContent()).toContain('1 left out')
  })

  test('hidden rows are asked about, and another sheet is named', async () => {
    await configure()
    const panel = await open('upload')
    const address = freshSolanaAddress()
    const row = (at: number, hidden = '') =>
      `<row r="${at}"${hidden}><c r="A${at}" t="inlineStr"><is><t>${address}</t></is></c><c r="B${at}"><v>2</v></c></row>`
    const workbook = await buildXlsx({
      sheets: [{ name: 'July' }, { name: 'August' }],
      sheetData: row(1) + row(2, ' hidden="1"'),
      parts: { 'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${row(1)}</sheetData></worksheet>` },
    })
    await panel.choose('Excel file', 'filtered.xlsx', workbook)
    await panel
      .dialog()
      .getByText(/^Rows that are hidden.*would be paid too: row 2 \(2 tokens in all\)/)
      .waitFor()
    await panel.button('Cancel').click()
    await panel.dialog().waitFor({ state: 'detached' })
    await panel.choose('Excel file', 'filtered.xlsx', workbook)
    await panel.button('Take it all the same').click()
    await seeToast(panel.page, 'File Uploaded', 'Parsed 2 addresses, 4 DEMO in all.')
    await expect.poll(() => panel.fact('Sheet').textContent()).toContain('July')
    await panel.page.getByText('“August”, 1 row', { exact: true }).waitFor()
    await panel.page.getByText('1 hidden row is paid too.').waitFor()
  })
})

test('a CSV is read by the same rules, from a button of its own', async () => {
  await configure()
  const panel = await open('upload')
  const csv = `Wallet,Amount\n${freshSolanaAddress()},1.5\n${freshSolanaAddress()},2\n`
  await panel.choose('CSV file', 'payments.csv', csv)
  await seeToast(panel.page, 'File Uploaded', 'Parsed 2 addresses, 3.5 DEMO in all.')
  await panel.page.getByText('Skipped as headers: Wallet, Amount').waitFor()
  expect(await panel.page.getByText('Sheet', { exact: true }).count()).toBe(0)
})
