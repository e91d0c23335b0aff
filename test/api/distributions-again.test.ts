import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { buildXlsx, type XlsxFixture } from '../harness/build-xlsx.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'

const LONG = { timeout: 60_000, interval: 100 }

const { standaloneSender } = endpoints

const portal = forEachTest(startPayingPortal)
beforeEach(() => portal.configure('standalone'))
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
test('a file or a similar one is not paid twice by one click, and a mistaken upload can be deleted', async () => {
  const recipients = [freshSolanaAddress(), freshSolanaAddress(), freshSolanaAddress()]
  const rows = recipients.map((recipient) => [recipient, '2'])
  const file = await buildXlsx({ rows })
  const first = await uploaded(file, 'first.xlsx')
  const second = await uploaded(file, 'second.xlsx')
  // Almost the same list in another file.
  const similar = await uploaded({ rows: [...rows.slice(1), [freshSolanaAddress(), '1']] }, 'similar.xlsx')
  expect((await listed()).map(({ repeats }) => repeats)).toEqual([null, null, null])
  await start(first)
  await portal.untilSent(first)

  const sameFile = { id: first, fileName: 'first.xlsx', paidAt: expect.any(Number) }
  const known = { of: 3, onHold: 0, underWay: 0 }
  const told = {
    [first]: null,
    [second]: {
      ...{ ...known, rows: 3, paid: 3, amountUA: '6', sameFile },
      confirm: '3 payments again, 6 tokens',
    },
    [similar]: {
      ...{ ...known, rows: 2, paid: 2, amountUA: '4', sameFile: null },
      confirm: '2 payments again, 4 tokens',
    },
  }
  await expect
    .poll(async () => Object.fromEntries((await listed()).map(({ id, repeats }) => [id, repeats])), LONG)
    .toEqual(told)

  for (const [id, confirm, words] of [
    [
      ...[second, '3 payments again, 6 tokens'],
      /the very same file was paid on \d{4}-\d\d-\d\d as distribution/,
    ],
    [similar, '2 payments again, 4 tokens', /2 of its 3 payments were made before/],
  ] as const) {
    const asked = await start(id ?? '')
    expect([asked.statusCode, asked.json()]).toMatchObject([
      409,
      { code: 'needs_confirmation', confirm, error: expect.stringMatching(words) },
    ])
    expect((await start(id ?? '', { confirm: 'yes' })).json()).toMatchObject({ code: 'needs_confirmation' })
  }
  expect(await portal.balanceOf(recipients[0] ?? '')).toBe(2n * 10n ** 9n)

  expect((await start(second, { leaveOutRepeats: true })).json()).toMatchObject({ code: 'only_repeats' })
  expect((await start(second, { confirm: '3 payments again, 6 tokens' })).statusCode).toBe(200)
  await portal.untilSent(second)
  expect(await portal.balanceOf(recipients[0] ?? '')).toBe(4n * 10n ** 9n)

  const begun = await remove(second)
  expect([begun.statusCode, begun.json().code]).toEqual([409, 'distribution_begun'])
  expect((await remove(similar)).json()).toEqual({ ok: true })
  expect((await remove(similar)).json().code).toBe('no_distribution')
  expect((await listed()).map(({ id }) => id).sort()).toEqual([first, second].sort())
  expect(await portal.ferry.app.store.operatorActions.decisions(9)).toMatchObject([
    {
      action: 'delete_distribution',
      subject: similar,
      detail: expect.stringContaining('similar.xlsx: 3 payments'),
    },
    {
      ...{ action: 'pay_again', subject: second },
      detail: expect.stringContaining('"3 payments again, 6 tokens" was typed'),
    },
  ])
})

describe('nine of twenty rows that claims were paid for', () => {
  const recipients = Array.from({ length: 20 }, () => freshSolanaAddress())
  const rows = recipients.map((recipient, index) => [recipient, `${index + 1}`])
  const claimFor = (index: number) =>
    sampleClaim({ solAddress: recipients[index] ?? '', amountUA: `${index + 1}` })
  const balances = () => Promise.all(recipients.map((recipient) => portal.balanceOf(recipient)))
  const tokens = (counts: readonly number[]) => counts.map((count) => BigInt(count) * 10n ** 9n)
  const amounts = recipients.map((_, index) => index + 1)

  async function payClaims(indexes: readonly number[]) {
    const claims = indexes.map(claimFor)
    await addClaims(portal.ferry.app, claims)
    await portal.payAll()
    return claims
  }

  async function uploadedAfterClaims() {
    await portal.configure('bulk')
    const claims = await payClaims(amounts.slice(0, 9).map((_, index) => index))
    const reply = (await upload({ rows })).json()
    return { claims, reply, id: reply.distributionId as string }
  }

  const told = {
    ...{ rows: 9, of: 20, amountUA: '45', paid: 9, onHold: 0, underWay: 0, sameFile: null },
    confirm: '9 payments again, 45 tokens',
  }

  test('are told at the upload, in the list and at the start, row by row', LONG, async () => {
    const { claims, reply, id } = await uploadedAfterClaims()
    expect(reply).toMatchObject({ totalAddresses: 20, repeats: told })
    expect((await listed())[0]?.repeats).toEqual(told)
    const progress = await portal.call(standaloneSender.progress, { params: { distributionId: id } })
    expect(progress.json().repeats).toEqual(told)
    const asked = await start(id)
    expect([asked.statusCode, asked.json()]).toMatchObject([
      409,
      { code: 'needs_confirmation', confirm: '9 payments again, 45 tokens' },
    ])
    expect(asked.json().error).toContain(
      '9 of its 20 payments were made before, of the same amount to the same wallet: 45 tokens. Nothing was started.',
    )

    const page = async (query: object) =>
      (await portal.call(standaloneSender.repeatedRows, { params: { distributionId: id }, query })).json()
    const first = await page({ limit: 6 })
    const rest = await page({ limit: 6, cursor: first.nextCursor })
    expect([first.rows.length, rest.rows.length, rest.nextCursor]).toEqual([6, 3, null])
    expect(rest.rows[2]).toEqual({
      ...{ rowNumber: 9, recipient: recipients[8], amountUA: '9', leftOut: false },
      by: {
        ...{ state: 'paid', claimId: claims[8]?.id, evmAddr: claims[8]?.evmAddress },
        ...{ distributionId: null, fileName: null, rowNumber: null },
        ...{ signature: expect.any(String), at: expect.any(Number) },
      },
    })
  })

  test('are left out for good, and the other eleven are paid', LONG, async () => {
    const { id } = await uploadedAfterClaims()
    const started = await start(id, { leaveOutRepeats: true })
    expect([started.statusCode, started.json().message]).toEqual([
      200,
      'Distribution started for 11 payments. 9 payments that were made before are left out.',
    ])
    await portal.untilSent(id)
    expect(await balances()).toEqual(tokens(amounts))
    expect((await listed())[0]).toMatchObject({
      ...{ status: 'completed', successfulTxns: 11, leftOut: 9, failed: 0, held: 0, repeats: null },
    })
    const result = await portal.call(standaloneSender.result, { params: { distributionId: id } })
    expect(
      result.body.match(/,left out,,Left out: the same amount was paid to this wallet before/g),
    ).toHaveLength(9)
    const left = await portal.call(standaloneSender.repeatedRows, { params: { distributionId: id } })
    expect(left.json().rows.map(({ leftOut }: { leftOut: boolean }) => leftOut)).toEqual(Array(9).fill(true))
    // Send What Is Left sends none of them.
    expect((await start(id)).json()).toMatchObject({ code: 'distribution_settled' })
  })

  test('are paid again by the words alone that name what is paid again now', LONG, async () => {
    const { id } = await uploadedAfterClaims()
    expect((await start(id)).json()).toMatchObject({ confirm: '9 payments again, 45 tokens' })
    // A tenth is paid between the question and the answer.
    await payClaims([9])
    const late = await start(id, { confirm: '9 payments again, 45 tokens' })
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { code: 'needs_confirmation', confirm: '10 payments again, 55 tokens' },
    ])
    expect(await balances()).toEqual(tokens(amounts.map((amount) => (amount <= 10 ? amount : 0))))
    expect((await start(id, { confirm: '10 payments again, 55 tokens' })).statusCode).toBe(200)
    await portal.untilSent(id)
    expect(await balances()).toEqual(tokens(amounts.map((amount) => (amount <= 10 ? 2 * amount : amount))))
  })

  test('are left out of what a start expects, and nothing starts where one more was paid', LONG, async () => {
    const { id } = await uploadedAfterClaims()
    const estimate = async (query: object) =>
      (await portal.call(standaloneSender.estimate, { params: { distributionId: id }, query })).json()
    expect(await estimate({})).toMatchObject({ claimCount: 20, totalAmountUA: '210' })
    expect(await estimate({ leaveOutRepeats: 'true' })).toMatchObject({
      claimCount: 11,
      totalAmountUA: '165',
    })
    await payClaims([9])
    const late = await start(id, { leaveOutRepeats: true, expect: { count: 11, amountUA: '165' } })
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { code: 'changed_meanwhile', context: { count: 10, amountUA: '155' } },
    ])
    expect(await portal.ferry.app.store.runs.unfinished()).toEqual([])
    const body = { leaveOutRepeats: true, expect: { count: 10, amountUA: '155' } }
    expect((await start(id, body)).statusCode).toBe(200)
    await portal.untilSent(id)
    expect(await balances()).toEqual(tokens(amounts))
  })

  test('with one more that is paid after the question, ten are left out', LONG, async () => {
    const { id } = await uploadedAfterClaims()
    await payClaims([9])
    await start(id, { leaveOutRepeats: true })
    await portal.untilSent(id)
    expect(await balances()).toEqual(tokens(amounts))
    expect((await listed())[0]).toMatchObject({ successfulTxns: 10, leftOut: 10 })
  })
})

test('another sheet is named, and hidden rows and sheets are taken only when confirmed', async () => {
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
