import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { buildXlsx, type XlsxFixture } from '../harness/build-xlsx.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'

const { standaloneSender } = endpoints

let portal: PayingPortal
beforeEach(async () => {
  portal = await startPayingPortal()
  await portal.configure('standalone')
})
afterEach(() => portal.close())

async function upload(fixture: XlsxFixture | Buffer, name = 'payments.xlsx', query = {}) {
  const content = Buffer.isBuffer(fixture) ? fixture : await buildXlsx(fixture)
  const path = `${standaloneSender.upload.path}?${new URLSearchParams(query)}` as '/api/'
  return portal.upload({ ...standaloneSender.upload, path }, { name, content })
}

async function uploaded(fixture: XlsxFixture | Buffer, name?: string): Promise<string> {
  const response = await upload(fixture, name)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().distributionId
}

const start = (distributionId: string, body?: object) =>
  portal.call(standaloneSender.start, { params: { distributionId }, ...(body && { body }) })
const remove = (distributionId: string) =>
  portal.call(standaloneSender.remove, { params: { distributionId } })
const listed = async () =>
  (await portal.call(standaloneSender.distributions)).json().distributions as {
    id: string
    repeats: object | null
  }[]
const untilDone = (distributionId: string) =>
  expect
    .poll(
      async () =>
        (await portal.call(standaloneSender.progress, { params: { distributionId } })).json().status,
      { timeout: 15_000, interval: 100 },
    )
    .toBe('completed')

test('operator 2: the same file is not paid twice by one click, and a mistaken upload can be deleted', async () => {
  const recipients = [freshSolanaAddress(), freshSolanaAddress(), freshSolanaAddress()]
  const rows = recipients.map((recipient) => [recipient, '2'])
  const file = await buildXlsx({ rows })
  const first = await uploaded(file, 'first.xlsx')
  const second = await uploaded(file, 'second.xlsx')
  // Almost the same list in another file.
  const similar = await uploaded({ rows: [...rows.slice(1), [freshSolanaAddress(), '1']] }, 'similar.xlsx')
  expect((await listed()).map(({ repeats }) => repeats)).toEqual([null, null, null])
  await start(first)
  await untilDone(first)

  const sameFile = { id: first, fileName: 'first.xlsx', paidAt: expect.any(Number) }
  const marks = Object.fromEntries((await listed()).map(({ id, repeats }) => [id, repeats]))
  expect(marks).toEqual({
    [first]: null,
    [second]: { payments: 3, of: 3, sameFile },
    [similar]: { payments: 2, of: 3, sameFile: null },
  })

  for (const [id, confirm, words] of [
    [second, '3 payments again', /the very same file was paid on \d{4}-\d\d-\d\d as distribution/],
    [similar, '2 payments again', /2 of its 3 payments were made before/],
  ] as const) {
    const asked = await start(id)
    expect([asked.statusCode, asked.json()]).toMatchObject([
      409,
      { code: 'needs_confirmation', confirm, error: expect.stringMatching(words) },
    ])
    expect((await start(id, { confirm: 'yes' })).json()).toMatchObject({ code: 'needs_confirmation' })
  }
  expect(await portal.balanceOf(recipients[0] ?? '')).toBe(2n * 10n ** 9n)

  expect((await start(second, { confirm: '3 payments again' })).statusCode).toBe(200)
  await untilDone(second)
  expect(await portal.balanceOf(recipients[0] ?? '')).toBe(4n * 10n ** 9n)

  const begun = await remove(second)
  expect([begun.statusCode, begun.json().code]).toEqual([409, 'distribution_begun'])
  expect((await remove(similar)).json()).toEqual({ ok: true })
  expect((await remove(similar)).json().code).toBe('no_distribution')
  expect((await listed()).map(({ id }) => id).sort()).toEqual([first, second].sort())
  expect(await portal.ferry.app.store.operatorActions.list(9)).toMatchObject([
    {
      action: 'delete_distribution',
      subject: similar,
      detail: expect.stringContaining('similar.xlsx: 3 payments'),
    },
    { action: 'pay_again', subject: second, detail: expect.stringContaining('"3 payments again" was typed') },
  ])
})

test('operator 14: another sheet is named, and hidden rows and sheets are taken only when confirmed', async () => {
  const address = freshSolanaAddress()
  const row = (at: number, hidden = '') =>
    `<row r="${at}"${hidden}><c r="A${at}" t="inlineStr"><is><t>${address}</t></is></c><c r="B${at}"><v>${at}</v></c></row>`
  const other = `<worksheet><sheetData>${row(1)}${row(2)}${row(3)}</sheetData></worksheet>`
  const twoSheets = {
    sheets: [{ name: 'July' }, { name: 'August' }],
    sheetData: row(1),
    parts: { 'xl/worksheets/sheet2.xml': other },
  }
  expect((await upload(twoSheets)).json()).toMatchObject({
    sheet: 'July',
    totalAddresses: 1,
    unreadSheets: [{ name: 'August', rows: 3, hidden: false }],
  })

  const hidden = {
    ...twoSheets,
    sheets: [{ name: 'July' }, { name: 'August', state: 'hidden' }],
    sheetData: row(1) + row(2, ' hidden="1"') + row(3, ' hidden="1"'),
  }
  const asked = await upload(hidden)
  expect([asked.statusCode, asked.json()]).toMatchObject([
    409,
    {
      code: 'needs_confirmation',
      confirm: '2 hidden rows and 1 hidden sheet',
      error: expect.stringMatching(
        /would be paid too: rows 2, 3 \(5 tokens in all\).*"August" \(3 rows\) would not/,
      ),
    },
  ])
  expect(await listed()).toHaveLength(1)
  const taken = await upload(hidden, 'hidden.xlsx', { confirm: '2 hidden rows and 1 hidden sheet' })
  expect(taken.json()).toMatchObject({ totalAddresses: 3, totalAmount: '6', hiddenRowCount: 2 })
})
