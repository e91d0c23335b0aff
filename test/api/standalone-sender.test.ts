import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { prepareFundedWallet } from '#lab/environment/environment.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { buildXlsx, type FixtureCell } from '../harness/build-xlsx.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, beginRun, journalNext, sampleClaim } from '../harness/sample-rows.ts'

/** The portal's own name for the bulk sender's token. */
const SYMBOL = 'TOKEN'

const portal = forEachTest(startPayingPortal)
const upload = (rows: FixtureCell[][]) => portal.uploadPayments(rows)

async function uploaded(rows: FixtureCell[][]): Promise<string> {
  const response = await upload(rows)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().distributionId
}

const start = (id: string) =>
  portal.call(endpoints.standaloneSender.start, { params: { distributionId: id } })
const progress = async (id: string) =>
  (await portal.call(endpoints.standaloneSender.progress, { params: { distributionId: id } })).json()

/** Makes so many payments of 1, 2, 3 … tokens to fresh wallets. */
function payments(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    recipient: freshSolanaAddress(),
    tokens: BigInt(index + 1),
  }))
}

const rowsOf = (list: ReturnType<typeof payments>) =>
  list.map(({ recipient, tokens }): FixtureCell[] => [recipient, { number: String(tokens) }])

const balances = (list: ReturnType<typeof payments>) =>
  Promise.all(list.map(({ recipient }) => portal.balanceOf(recipient)))

test('from a file to the chain, to the base unit, with a result for every row', async () => {
  await portal.configure('standalone')
  const list = payments(20)
  const response = await upload([
    ['Wallet', 'Amount'],
    ...rowsOf(list),
    [list[0]?.recipient ?? '', '0.000000001'],
    [freshSolanaAddress(), '1'],
  ])
  expect(response.json()).toEqual({
    distributionId: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    mint: portal.mint,
    // No bulk sender is configured for it, and its mint has no metadata.
    tokenName: `tokens of ${shortenAddress(portal.mint)}`,
    totalAddresses: 22,
    totalAmount: '211.000000001',
    repeats: null,
    sheet: 'Sheet1',
    unreadSheets: [],
    hiddenRowCount: 0,
    sameFileAs: null,
    header: ['Wallet', 'Amount'],
    duplicateCount: 1,
    duplicates: [{ address: list[0]?.recipient, rows: [2, 22] }],
    offCurveCount: 0,
    offCurve: [],
  })
  const id = response.json().distributionId
  expect(await progress(id)).toMatchObject({ status: 'pending', processed: 0, totalAddresses: 22 })

  expect((await start(id)).json().message).toMatch(/22 payments/)
  expect((await portal.call(endpoints.standaloneSender.status)).json()).toMatchObject({ running: true })
  await portal.untilSent(id)
  expect(await progress(id)).toMatchObject({
    processed: 22,
    successful: 22,
    failed: 0,
    totalAmountSent: '211.000000001',
  })
  const tokens = list.map((payment) => payment.tokens * 10n ** 9n)
  expect(await balances(list)).toEqual(tokens.map((amount, index) => amount + (index === 0 ? 1n : 0n)))

  const result = await portal.call(endpoints.standaloneSender.result, { params: { distributionId: id } })
  expect(result.headers['content-disposition']).toBe(`attachment; filename="distribution_${id}.csv"`)
  const rows: Record<string, string>[] = parse(result.body, { columns: true, bom: true })
  expect(rows).toHaveLength(22)
  expect(rows[0]).toEqual({
    row: '2',
    address: list[0]?.recipient,
    amount: '1',
    outcome: 'paid',
    transaction: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/),
    reason: '',
  })
  const again = await start(id)
  expect([again.statusCode, again.json().code]).toEqual([409, 'distribution_settled'])
})

test('a stop leaves the rest to be started again', async () => {
  await portal.configure('standalone', { batchSize: 9, delayBetweenBatches: 2_000 })
  const list = payments(45)
  const id = await uploaded(rowsOf(list))
  await start(id)
  await expect.poll(async () => (await progress(id)).successful).toBeGreaterThan(0)
  expect(
    (await portal.call(endpoints.standaloneSender.stop, { params: { distributionId: id } })).statusCode,
  ).toBe(200)
  await expect.poll(() => progress(id)).toMatchObject({ status: 'pending' })
  const stopped = await progress(id)
  expect(stopped.successful).toBeLessThan(45)
  const stopAgain = await portal.call(endpoints.standaloneSender.stop, { params: { distributionId: id } })
  expect(stopAgain.json().code).toBe('no_run_in_progress')

  await start(id)
  await portal.untilSent(id)
  expect(await progress(id)).toMatchObject({ successful: 45, processed: 45 })
  expect(await balances(list)).toEqual(list.map(({ tokens }) => tokens * 10n ** 9n))
})

test('one wallet pays for one at a time, and for both senders one after the other', async () => {
  await portal.configure('standalone', { delayBetweenBatches: 400, batchSize: 9 })
  await portal.configure('bulk')
  const [first, second] = [payments(30), payments(3)]
  const ids = [await uploaded(rowsOf(first)), await uploaded(rowsOf(second))] as const
  const claimant = freshSolanaAddress()
  await addClaims(portal.ferry.app, [sampleClaim({ solAddress: claimant, amountUA: '5', amountWei: 5n })])

  await start(ids[0])
  const refused = [await start(ids[1]), await portal.call(endpoints.bulkSender.start)]
  expect(refused.map((each) => [each.statusCode, each.json().code])).toEqual([
    [409, 'run_in_progress'],
    [409, 'run_in_progress'],
  ])
  await portal.untilSent(ids[0])
  expect((await portal.call(endpoints.bulkSender.start)).statusCode).toBe(200)
  expect((await start(ids[1])).json().code).toBe('run_in_progress')
  await portal.untilEnded()
  await start(ids[1])
  await portal.untilSent(ids[1])

  expect(await portal.balanceOf(claimant)).toBe(5n * 10n ** 9n)
  expect(await balances([...first, ...second])).toEqual(
    [...first, ...second].map(({ tokens }) => tokens * 10n ** 9n),
  )
  const { distributions } = (await portal.call(endpoints.standaloneSender.distributions)).json()
  expect(distributions.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[0]])
  expect((await portal.call(endpoints.standaloneSender.stats)).json()).toEqual({
    mint: portal.mint,
    tokenName: SYMBOL,
    totalAmount: '471',
    totalAmountSent: '471',
    byMint: [
      {
        ...{ mint: portal.mint, tokenName: SYMBOL, cluster: 'other' },
        ...{ totalAmount: '471', totalAmountSent: '471' },
      },
    ],
    totalDistributions: 2,
    successfulTxns: expect.any(Number),
    successfulPayments: 33,
  })
})

test('the result so far of a distribution that is not done', async () => {
  await portal.configure('standalone')
  const list = payments(2)
  const id = await uploaded(rowsOf(list))
  const result = async (): Promise<Record<string, string>[]> => {
    const response = await portal.call(endpoints.standaloneSender.result, { params: { distributionId: id } })
    expect(response.statusCode).toBe(200)
    return parse(response.body, { columns: true, bom: true })
  }
  const row = { outcome: 'not sent', transaction: '', reason: '' }
  expect(await result()).toEqual([
    { row: '1', address: list[0]?.recipient, amount: '1', ...row },
    { row: '2', address: list[1]?.recipient, amount: '2', ...row },
  ])

  const { store } = portal.ferry.app
  const genesisHash = await portal.rpc.genesisHash()
  const terms = { sender: 'standalone', distributionId: id, genesisHash } as const
  const run = await beginRun({ store }, { ...terms, walletAddress: portal.wallet.address })
  const { attempt } = await journalNext({ store }, run, { limit: 1, genesisHash })
  const { signature } = attempt
  expect(await result()).toMatchObject([{ outcome: 'under way', transaction: signature }, row])
  await store.journal.hold(attempt.id, 'the node is behind', Date.now())
  await store.runs.finish(run.id, 'stopped', null, Date.now())
  expect(await result()).toMatchObject([
    { outcome: 'on hold', transaction: signature, reason: 'the node is behind' },
    row,
  ])
})

test('amounts of two tokens are named and summed apart', async () => {
  await portal.configure('bulk')
  await portal.configure('standalone')
  const first = await uploaded(rowsOf(payments(2)))
  await start(first)
  await portal.untilSent(first)

  const other = await prepareFundedWallet(portal.rpcUrl)
  const otherName = `tokens of ${shortenAddress(other.mint)}`
  await portal.configure('standalone', { privateKey: other.walletKeyJson, tokenMintAddress: other.mint })
  const status = async () => (await portal.call(endpoints.standaloneSender.status)).json()
  expect(await status()).toMatchObject({ tokenName: otherName })
  const second = (await upload(rowsOf(payments(4)))).json()
  expect(second).toMatchObject({ mint: other.mint, tokenName: otherName, totalAmount: '10' })
  await start(second.distributionId)
  await portal.untilSent(second.distributionId)

  const sums = (mint: string, tokenName: string, total: string) => ({
    ...{ mint, tokenName, cluster: 'other', totalAmount: total, totalAmountSent: total },
  })
  expect((await portal.call(endpoints.standaloneSender.stats)).json()).toMatchObject({
    ...{ mint: other.mint, tokenName: otherName, totalAmount: '10', totalAmountSent: '10' },
    byMint: [sums(other.mint, otherName, '10'), sums(portal.mint, SYMBOL, '3')],
  })
  const listed = (await portal.call(endpoints.standaloneSender.distributions)).json().distributions
  expect(listed).toMatchObject([
    { mint: other.mint, tokenName: otherName },
    { mint: portal.mint, tokenName: SYMBOL },
  ])
  const ledger = (await portal.call(endpoints.ledger.ledger)).json()
  const names = ledger.payments.map(({ tokenName }: { tokenName: string }) => tokenName)
  expect(names).toEqual([...Array(2).fill(SYMBOL), ...Array(4).fill(otherName)])
  expect(ledger.totals).toHaveLength(2)

  // As metadata name it where the mint has any.
  const { senders } = portal.ferry.app.store
  const sender = await senders.find('standalone')
  if (!sender) throw new Error('It is not configured')
  await senders.save({ ...sender, mintName: 'BONK' })
  expect(await status()).toMatchObject({ tokenName: 'BONK' })
  expect((await upload(rowsOf(payments(1)))).json()).toMatchObject({ tokenName: 'BONK' })

  // Of the first token nothing is paid in the second, and no sentence sends anybody to do so.
  const refused = await start(first)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'distribution_of_other_token'])
  expect(refused.json().error).toMatch(/uploaded for this token, would pay everybody on it in this token/)
})

test('a recipient that can not be paid costs the others nothing', async () => {
  await portal.configure('standalone')
  const list = payments(3)
  const response = await upload([...rowsOf(list), [portal.walletTokenAccount, '1']])
  expect(response.json()).toMatchObject({
    offCurveCount: 1,
    offCurve: [{ address: portal.walletTokenAccount, rows: [4] }],
  })
  const id = response.json().distributionId
  await start(id)
  await portal.untilSent(id)
  expect(await progress(id)).toMatchObject({ successful: 3, failed: 1, totalAmountSent: '6' })
  const rows: Record<string, string>[] = parse(
    (await portal.call(endpoints.standaloneSender.result, { params: { distributionId: id } })).body,
    {
      columns: true,
      bom: true,
    },
  )
  expect(rows[3]).toMatchObject({
    outcome: 'failed',
    transaction: '',
    reason: expect.stringMatching(/token account/),
  })
})

test('more than the wallet holds is refused before anything is sent', async () => {
  await portal.configure('standalone')
  const id = await uploaded([[freshSolanaAddress(), '1000001']])
  expect((await start(id)).json().code).toBe('insufficient_tokens')
  expect(await progress(id)).toMatchObject({ status: 'pending' })
})

describe('what is refused', () => {
  test('anything before it is configured', async () => {
    expect((await upload([[freshSolanaAddress(), '1']])).json()).toMatchObject({
      code: 'standalone_not_configured',
      error: 'Please configure the standalone bulk sender first',
    })
    expect((await portal.call(endpoints.standaloneSender.status)).json()).toMatchObject({
      configured: false,
      running: false,
      walletAddress: null,
    })
    const { start, stop, progress, result } = endpoints.standaloneSender
    for (const endpoint of [start, stop, progress, result]) {
      expect((await portal.call(endpoint, { params: { distributionId: 'NONE' } })).statusCode).toBe(404)
    }
  })

  test('a CSV, where one is asked for, is read by the same rules', async () => {
    await portal.configure('standalone')
    const [first, second] = [freshSolanaAddress(), freshSolanaAddress()]
    const send = (content: string, query: Record<string, string>, name = 'payments.csv') => {
      const path = `${endpoints.standaloneSender.upload.path}?${new URLSearchParams(query)}` as '/api/'
      const file = { name, content: Buffer.from(content) }
      return portal.upload({ ...endpoints.standaloneSender.upload, path }, file)
    }
    const read = await send(`Wallet;Amount\n${first};1,5\n${second};2\n`, { format: 'csv' })
    expect(read.json()).toMatchObject({
      totalAddresses: 2,
      totalAmount: '3.5',
      sheet: null,
      unreadSheets: [],
      header: ['Wallet', 'Amount'],
    })
    const dollars = `Wallet,Amount USD\n${first},7\n`
    const asked = await send(dollars, { format: 'csv' })
    expect([asked.statusCode, asked.json().code]).toEqual([409, 'needs_confirmation'])
    const { confirm } = asked.json().context
    expect((await send(dollars, { format: 'csv', confirm })).statusCode).toBe(200)
    const damaged = await send(`Wallet,Amount\n${first},1,115\n`, { format: 'csv' })
    expect([damaged.json().code, damaged.json().details]).toEqual([
      'invalid_distribution_file',
      [{ where: 'row 2', problem: expect.stringMatching(/^fields: 3 here, 2 in the first row/) }],
    ])
    const workbook = await send('Wallet,Amount', { format: 'csv' }, 'payments.xlsx')
    expect([workbook.statusCode, workbook.json().code]).toEqual([415, 'not_a_csv'])
  })

  test('files that are no .xlsx, by name and by content, and forms without one', async () => {
    await portal.configure('standalone')
    const good = await buildXlsx({ rows: [[freshSolanaAddress(), '1']] })
    const send = (fileField: string, name: string, content: Uint8Array) =>
      portal.upload({ ...endpoints.standaloneSender.upload, body: { fileField } }, { name, content })
    const csv = await send('excelFile', 'payments.csv', good)
    expect([csv.statusCode, csv.json().code]).toEqual([415, 'not_an_xlsx'])
    const text = await send('excelFile', 'payments.xlsx', Buffer.from('a,b'))
    expect([text.statusCode, text.json().details]).toEqual([
      400,
      [{ where: 'file', problem: 'the file is no Excel workbook (.xlsx)' }],
    ])
    const otherField = await send('file', 'payments.xlsx', good)
    expect([otherField.statusCode, otherField.json().code]).toEqual([400, 'invalid_request'])
    const tooLarge = await send('excelFile', 'payments.xlsx', Buffer.alloc(33 * 1024 ** 2, 'PK'))
    expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, 'payload_too_large'])
    expect((await portal.call(endpoints.standaloneSender.distributions)).json()).toEqual({
      distributions: [],
      nextCursor: null,
    })
  })

  test('a file with a bad row, whole', async () => {
    await portal.configure('standalone')
    const response = await upload([
      [freshSolanaAddress(), '1'],
      ['nobody', '1'],
      [freshSolanaAddress(), '1.5e3'],
    ])
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_distribution_file' })
    expect(response.json().details.map(({ where }: { where: string }) => where)).toEqual(['row 2', 'row 3'])
    expect((await portal.call(endpoints.standaloneSender.distributions)).json()).toEqual({
      distributions: [],
      nextCursor: null,
    })
  })

  test('settings outside their limits; the rest has its defaults', async () => {
    const config = { rpcUrl: portal.localnet.url, privateKey: 'x', tokenMintAddress: portal.mint }
    for (const change of [{ batchSize: 0 }, { batchSize: 101 }, { delayBetweenBatches: 99 }]) {
      const response = await portal.call(endpoints.standaloneSender.config, {
        body: { ...config, ...change },
      })
      expect(response.json()).toMatchObject({ code: 'invalid_request' })
    }
    await portal.configure('standalone', { batchSize: undefined, delayBetweenBatches: undefined })
    expect((await portal.call(endpoints.standaloneSender.status)).json()).toMatchObject({
      configured: true,
      batchSize: 50,
      delayBetweenBatches: 2000,
      walletAddress: portal.wallet.address,
      tokenMintAddress: portal.mint,
    })
  })
})
