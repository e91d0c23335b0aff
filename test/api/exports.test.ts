import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import type { Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { parseAmountUAAsWei } from '#domain/amounts.ts'
import { readAllocations } from '#lists/read-allocations.ts'
import { DEFAULT_XLSX_LIMITS, openXlsx } from '#lists/xlsx/open-xlsx.ts'
import type { XlsxRow } from '#lists/xlsx/read-xlsx-rows.ts'
import { textsOf, workbookRows } from '../harness/build-xlsx.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadList } from '../harness/open-upload.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { startPortal } from '../harness/start-portal.ts'

const HOLDERS = 2500
const CLAIMS = 1200
/** One who did not claim, with more digits than a spreadsheet keeps. */
const LONG = 2000
const LONG_AMOUNT = '1234567.316912345678901234'
const addressOf = (n: number) => `0x${(n + 1).toString(16).padStart(40, '0')}`

const ferry = forAllTests(startPortal)
beforeAll(async () => {
  const lines = Array.from(
    { length: HOLDERS },
    (_, n) => `${addressOf(n)},${n === LONG ? LONG_AMOUNT : `${n}.5`}`,
  )
  const list = ['address,amountUA', ...lines, `${addressOf(HOLDERS)},0`].join('\n')
  await loadList(ferry.app, list)
  const claims = Array.from({ length: CLAIMS }, (_, n) =>
    sampleClaim({
      id: n === 1 ? '=1+1' : `CLAIM-${n}`,
      evmAddress: addressOf(n),
      solAddress: n === 1 ? '=HYPERLINK("http://x")' : `Wallet${n}`,
      amountUA: n === 0 ? '1234567.123456789012345678' : `${n}.5`,
      status: n % 100 === 99 ? 'sent' : 'queued',
      solTx: n % 100 === 99 ? `Tx${n}` : null,
      submittedAtMs: 1_700_000_000_000,
    }),
  )
  await addClaims(ferry.app, claims)
})
const { addressAnalysis, exportQueued, exportRemaining, exportSubmitted } = endpoints.admin

const get = (endpoint: Route) => ferry.call(endpoint)

async function workbook(endpoint: Route, columns: number): Promise<XlsxRow[]> {
  const response = await get(endpoint)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toMatch(/spreadsheetml/)
  return workbookRows(response.rawPayload, columns)
}

/** 2023-11-14 22:13:20, in days since 1899-12-30. */
const SUBMITTED_SERIAL = String(1_700_000_000_000 / 86_400_000 + 25_569)

const storedClaims = () => ferry.app.store.addressLists.pageOfSubmitted(0, CLAIMS)

/** Writes a cell as exports do, where it begins like a formula. */
const neutralised = (text: string) => (/^[=+\-@]/.test(text) ? `'${text}` : text)

test('the analysis counts addresses that were allocated something', async () => {
  expect((await get(addressAnalysis)).json()).toEqual({
    total: { addresses: HOLDERS },
    submitted: { addresses: CLAIMS },
    remaining: { addresses: HOLDERS - CLAIMS },
  })
})

test('the queued claims as a CSV, formulas made harmless', async () => {
  const response = await get(exportQueued)
  expect(response.headers['content-disposition']).toBe('attachment; filename="queued_claims.csv"')
  expect(response.headers['content-type']).toMatch(/^text\/csv/)
  const rows: Record<string, string>[] = parse(response.body, { columns: true, bom: true })
  expect(rows).toHaveLength(CLAIMS - 12)
  expect(rows[0]).toEqual({
    id: 'CLAIM-0',
    evmAddress: addressOf(0),
    solana_address: 'Wallet0',
    amount: '1234567.123456789012345678',
    submitted_at: '2023-11-14T22:13:20.000Z',
  })
  expect(rows[1]).toMatchObject({ id: "'=1+1", solana_address: `'=HYPERLINK("http://x")` })
  const queued = (await storedClaims()).filter(({ status }) => status === 'queued')
  expect(rows.map((row) => [row.id, row.evmAddress, row.solana_address, row.amount])).toEqual(
    queued.map((claim) => [claim.id, claim.evmAddress, claim.solAddress, claim.amountUA].map(neutralised)),
  )
})

test('every claim as a workbook: amounts and dates are numbers, the exact amount stands beside a rounded one', async () => {
  const rows = await workbook(exportSubmitted, 11)
  expect(rows).toHaveLength(CLAIMS + 1)
  expect(textsOf(rows[0])).toEqual([
    'EVM Address',
    'Solana Address',
    'Amount',
    'Status',
    'Submitted (UTC)',
    'Transaction',
    'Exact Amount, where rounded',
    'Amount Sent',
    'Exact Amount Sent, where rounded',
    'Reason',
    'Claim',
  ])
  expect(rows[1]?.cells.get(2)).toMatchObject({ kind: 'number', text: '1234567.12345679' })
  expect(rows[1]?.cells.get(6)).toEqual({ kind: 'text', text: '1234567.123456789012345678' })
  expect(rows[3]?.cells.get(2)).toMatchObject({ kind: 'number', text: '2.5' })
  expect(rows[3]?.cells.has(6)).toBe(false)
  const archive = await openXlsx((await get(exportSubmitted)).rawPayload, DEFAULT_XLSX_LIMITS)
  expect(await text(archive.read('xl/worksheets/sheet1.xml'))).toContain(
    `<c r="E2" s="3"><v>${SUBMITTED_SERIAL}</v></c>`,
  )
  expect(await text(archive.read('xl/styles.xml'))).toContain('formatCode="yyyy-mm-dd hh:mm:ss"')
  expect(textsOf(rows[2])[1]).toBe(`'=HYPERLINK("http://x")`)
  expect(textsOf(rows[100])).toEqual([addressOf(99), 'Wallet99', '99.5', 'sent', null, 'Tx99', 'CLAIM-99'])
})

test('the workbook of claims is the database, cell by cell', async () => {
  const [, ...rows] = await workbook(exportSubmitted, 11)
  expect(rows.map(textsOf)).toEqual(
    (await storedClaims()).map((claim) =>
      [
        claim.evmAddress,
        claim.solAddress,
        claim.amountUA.length > 16 ? '1234567.12345679' : claim.amountUA,
        claim.status,
        null,
        ...(claim.solTx === null ? [] : [claim.solTx]),
        ...(claim.amountUA.length > 16 ? [claim.amountUA] : []),
        claim.id,
      ].map((text) => text && neutralised(text)),
    ),
  )
})

test('a workbook has a frozen header and columns wide enough', async () => {
  const response = await get(exportRemaining)
  const archive = await openXlsx(response.rawPayload, DEFAULT_XLSX_LIMITS)
  const sheet = await text(archive.read('xl/worksheets/sheet1.xml'))
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet).toMatch(/<col min="1" max="1" width="46" customWidth="1"\/>/)
})

test('the addresses that did not claim as a workbook', async () => {
  const rows = await workbook(exportRemaining, 2)
  const claimed = new Set<string>((await storedClaims()).map(({ evmAddress }) => evmAddress))
  const unclaimed = Array.from({ length: HOLDERS }, (_, n) => [
    addressOf(n),
    n === LONG ? '1234567.31691235' : `${n}.5`,
  ])
  expect(rows.slice(1).map(textsOf)).toEqual(unclaimed.filter(([address = '']) => !claimed.has(address)))
  expect(rows).toHaveLength(HOLDERS - CLAIMS + 1)
  expect(textsOf(rows[1])).toEqual([addressOf(CLAIMS), `${CLAIMS}.5`])
  expect(textsOf(rows.at(-1))).toEqual([addressOf(HOLDERS - 1), `${HOLDERS - 1}.5`])
})

test.each([
  ['remaining', exportRemaining, addressOf(LONG), LONG_AMOUNT],
  ['queued', exportQueued, addressOf(0), '1234567.123456789012345678'],
  ['submitted', exportSubmitted, addressOf(0), '1234567.123456789012345678'],
] as const)(
  'what was exported as %s comes back as a list to the base unit',
  async (_, endpoint, address, amountUA) => {
    const { rawPayload } = await get(endpoint)
    const { batches, summary } = readAllocations(Readable.from([rawPayload]), { coinDecimals: 18 })
    const amounts = new Map<string, bigint>()
    for await (const rows of batches) for (const row of rows) amounts.set(row.address, row.amountWei)
    const { problems, unknownColumns, odd, shape } = summary()
    expect({ problems, unknownColumns, source: shape?.source }).toEqual({
      problems: [],
      unknownColumns: null,
      source: "Ferry's own export",
    })
    expect(odd.filter(({ kind }) => kind !== 'nobodys_address')).toEqual([])
    expect(amounts.get(address)).toBe(parseAmountUAAsWei(amountUA, 18))
  },
)
