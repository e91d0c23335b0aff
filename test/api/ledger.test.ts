import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Signature } from '@solana/kit'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { LedgerEntryBody } from '#api-schema/ledger.ts'
import { formatDecimalUnits, sumBaseUnits } from '#domain/amounts.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { DEFAULT_XLSX_LIMITS, openXlsx } from '#lists/xlsx/open-xlsx.ts'
import type { XlsxRow } from '#lists/xlsx/read-xlsx-rows.ts'
import { workbookRows } from '../harness/build-xlsx.ts'
import { DIALECTS, startPortalDatabase } from '../harness/each-store.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim, unknownSignature } from '../harness/sample-rows.ts'

/** Payments over two resets, by the ledger and by the chain. */

/** `LEDGER_PAYMENTS=3000` makes it a rehearsal, and `LEDGER_FOLDER` keeps its files, to be opened by other programs. */
const { LEDGER_PAYMENTS = '300', LEDGER_FOLDER } = process.env
const ROUND = Number(LEDGER_PAYMENTS) / 3
const LONG = { timeout: 240_000 + 1_000 * ROUND }
/** The longest page. */
const PAGE = 500

describe.each(DIALECTS)('the ledger on %s', (dialect) => {
  const database = forAllTests(() => startPortalDatabase(dialect))
  const portal = forAllTests(() => startPayingPortal(database))
  beforeAll(() => portal.configure('bulk'))

  const { ledger, exportLedgerCsv, exportLedgerXlsx, runPayments, exportRunPayments } = endpoints.ledger
  const runs = async () => (await portal.call(endpoints.bulkSender.runs)).json().runs
  const idle = () => portal.untilEnded(60_000 + 300 * ROUND)

  async function payRound() {
    const claims = Array.from({ length: ROUND }, (_, n) =>
      // Some with more decimals than the token has.
      sampleClaim({
        solAddress: freshSolanaAddress(),
        amountUA:
          n % 10 === 0 ? `1234.${String(n).padStart(12, '1')}` : `0.${String(n + 1).padStart(9, '0')}`,
      }),
    )
    await addClaims(portal.ferry.app, claims)
    expect((await portal.call(endpoints.bulkSender.start)).statusCode).toBe(200)
    await idle()
    return claims
  }

  async function wholeLedger(query: object = {}): Promise<LedgerEntryBody[]> {
    const all: LedgerEntryBody[] = []
    let cursor: string | null | undefined
    do {
      const page = (await portal.call(ledger, { query: { ...query, limit: 70, cursor } })).json()
      all.push(...page.payments)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    return all
  }

  test('every payment over two resets is in it, equal to the chain to the base unit', LONG, async () => {
    const first = await payRound()
    expect((await portal.call(endpoints.admin.resetClaims)).json()).toMatchObject({ deleted: ROUND })
    const second = await payRound()
    await portal.call(endpoints.admin.resetClaims)
    const third = await payRound()
    const claims = [...first, ...second, ...third]

    const payments = await wholeLedger()
    expect(payments).toHaveLength(3 * ROUND)
    expect(new Set(payments.map(({ id }) => id)).size).toBe(3 * ROUND)
    const byClaim = new Map(payments.map((payment) => [payment.claimId, payment]))
    let received = 0n
    for (const claim of claims) {
      const payment = byClaim.get(claim.id)
      expect(payment).toMatchObject({ evmAddr: claim.evmAddress, recipient: claim.solAddress })
      const balance = await portal.balanceOf(claim.solAddress)
      expect(balance).toBe(BigInt(payment?.baseUnits ?? 0))
      received += balance
    }
    expect(payments.filter(({ isClaimReset }) => isClaimReset)).toHaveLength(2 * ROUND)

    // Each transaction on the chain moved what the ledger says, at that slot; shares add up to its fee.
    const bySignature = Map.groupBy(payments, ({ signature }) => signature ?? '')
    for (const [signature, carried] of bySignature) {
      const record = await portal.rpc.transaction(signature as Signature, portal.mint)
      expect(record?.error).toBeNull()
      for (const { recipient, baseUnits } of carried) {
        const moved = record?.movements.find(({ owner }) => owner === recipient)
        expect(moved?.baseUnits).toBe(BigInt(baseUnits))
      }
      expect(new Set(carried.map(({ slot }) => slot)).size).toBe(1)
    }
    const [total] = (await portal.call(ledger)).json().totals
    const sum = sumBaseUnits(payments.map(({ baseUnits }) => ({ baseUnits: BigInt(baseUnits) })))
    expect(sum).toBe(received)
    expect(total).toMatchObject({
      payments: 3 * ROUND,
      baseUnits: String(sum),
      tokenMintAddress: portal.mint,
    })
    const reconciled = (await portal.call(endpoints.bulkSender.reconcile)).json()
    expect(reconciled).toMatchObject({
      agrees: true,
      chainAmountUA: total.amountUA,
      chainPayments: 3 * ROUND,
    })

    const costs = (await runs()).map(({ cost }: { cost: { feeSOL: string; rentSOL: string } }) => cost)
    const nano = (sol: string) => BigInt(Math.round(Number(sol) * 1e9))
    const sumOf = (values: readonly string[]) => values.reduce((all, value) => all + nano(value), 0n)
    expect(sumOf(payments.map(({ feeSOL }) => feeSOL ?? '0'))).toBe(
      sumOf(costs.map(({ feeSOL }: { feeSOL: string }) => feeSOL)),
    )
    expect(sumOf(payments.map(({ rentSOL }) => rentSOL ?? '0'))).toBe(
      sumOf(costs.map(({ rentSOL }: { rentSOL: string }) => rentSOL)),
    )
  })

  test('the workbook has numbers and dates, and a total that adds up', LONG, async () => {
    const response = await portal.call(exportLedgerXlsx)
    const exported = await portal.call(exportLedgerCsv)
    if (LEDGER_FOLDER !== undefined) {
      await writeFile(join(LEDGER_FOLDER, `${dialect}.xlsx`), response.rawPayload)
      await writeFile(join(LEDGER_FOLDER, `${dialect}.csv`), exported.rawPayload)
    }
    const rows = await workbookRows(response.rawPayload, 18)
    const payments = await wholeLedger()
    expect(rows).toHaveLength(payments.length + 2)
    const cells = rows.slice(1, -1).map((row) => row.cells)
    expect(cells.every((row) => row.get(0)?.kind === 'other' && row.get(6)?.kind === 'number')).toBe(true)
    const exactOf = (row: XlsxRow['cells']) => {
      const [rounded, exact] = [row.get(6), row.get(7)]
      return exact && 'text' in exact ? exact.text : rounded && 'text' in rounded ? rounded.text : ''
    }
    expect(cells.map(exactOf)).toEqual(payments.map(({ amountUA }) => amountUA))
    const last = rows.at(-1)?.cells ?? new Map()
    const total = sumBaseUnits(payments.map(({ baseUnits }) => ({ baseUnits: BigInt(baseUnits) })))
    expect(exactOf(last)).toBe(formatDecimalUnits(total, 9))
    expect(last.get(8)).toEqual({ kind: 'text', text: String(total) })
    const added = cells.reduce((sum, row) => sum + Number((row.get(6) as { text: string }).text), 0)
    expect(added).toBeCloseTo(Number(last.get(6).text), 6)
    const archive = await openXlsx(response.rawPayload, DEFAULT_XLSX_LIMITS)
    const sheet = await text(archive.read('xl/worksheets/sheet1.xml'))
    const [, serial] = /<c r="A2" s="3"><v>([\d.]+)<\/v>/.exec(sheet) ?? []
    expect(Math.round((Number(serial) - 25_569) * 86_400)).toBeCloseTo(payments[0]?.paidAt ?? 0, -1)

    const csv: Record<string, string>[] = parse(exported.body, { columns: true, bom: true })
    expect(csv.map(({ claim, base_units, transaction }) => [claim, base_units, transaction])).toEqual(
      payments.map(({ claimId, baseUnits, signature }) => [claimId, baseUnits, signature]),
    )
  })

  test('a stretch of time, from its beginning to before its end', async () => {
    const payments = await wholeLedger()
    const middle = payments[ROUND + 10]?.paidAt ?? 0
    const [before, after] = [await wholeLedger({ to: middle }), await wholeLedger({ from: middle })]
    expect(before.every(({ paidAt }) => paidAt < middle)).toBe(true)
    expect(after.every(({ paidAt }) => paidAt >= middle)).toBe(true)
    expect([...before, ...after].map(({ id }) => id)).toEqual(payments.map(({ id }) => id))
    const { totals } = (await portal.call(ledger, { query: { from: middle } })).json()
    expect(totals).toMatchObject([{ payments: after.length }])
    for (const query of [{ cursor: 'x' }, { from: -1 }, { limit: 0 }]) {
      expect((await portal.call(ledger, { query })).json()).toMatchObject({ code: 'invalid_request' })
    }
  })

  test("a run's page has each of its payments, also after later runs and a reset", LONG, async () => {
    const list = await runs()
    expect(list).toHaveLength(3)
    for (const run of list) {
      const paid = (
        await portal.call(runPayments, { params: { id: run.id }, query: { state: 'paid', limit: PAGE } })
      ).json()
      expect(paid.run).toMatchObject({ id: run.id, paid: ROUND, failed: 0, startedAt: run.startedAt })
      expect(paid.payments).toHaveLength(Math.min(run.paid, PAGE))
      expect(
        (await portal.call(exportRunPayments, { params: { id: run.id } })).body.split('\r\n'),
      ).toHaveLength(ROUND + 2)
    }
    const page = (await portal.call(runPayments, { params: { id: '1' }, query: { limit: 2 } })).json()
    const rest = await portal.call(runPayments, {
      params: { id: '1' },
      query: { cursor: page.nextCursor, limit: PAGE },
    })
    expect([...page.payments, ...rest.json().payments]).toHaveLength(Math.min(ROUND, 2 + PAGE))
    for (const id of ['99', 'x']) {
      expect((await portal.call(runPayments, { params: { id } })).json()).toMatchObject({ code: 'no_run' })
      expect((await portal.call(exportRunPayments, { params: { id } })).statusCode).toBe(404)
    }
    expect((await portal.call(runPayments, { params: { id: '1' }, query: { cursor: 'x' } })).statusCode).toBe(
      400,
    )
  })

  test('a claim marked sent without proof is told apart', async () => {
    const claim = sampleClaim({ solAddress: freshSolanaAddress() })
    await addClaims(portal.ferry.app, [claim])
    await portal.call(endpoints.admin.markSent, {
      body: { id: claim.id, tx: unknownSignature(), force: true },
    })
    const entry = (await wholeLedger()).at(-1)
    expect(entry).toMatchObject({
      claimId: claim.id,
      recordedBy: 'mark_sent_forced',
      runId: null,
      feeSOL: null,
      slot: null,
    })
    // It is a line of its own wherever payments are summed, and equal numbers stand beside "agree".
    const { totals } = (await portal.call(ledger)).json()
    expect(totals).toMatchObject([
      { payments: 3 * ROUND, markedWithoutProof: { payments: 1, amountUA: claim.amountUA } },
    ])
    const reconciled = (await portal.call(endpoints.bulkSender.reconcile)).json()
    expect(reconciled).toMatchObject({
      agrees: true,
      bookedPayments: reconciled.chainPayments,
      bookedAmountUA: reconciled.chainAmountUA,
      markedWithoutProof: { payments: 1, amountUA: claim.amountUA },
    })
    const sheet = await workbookRows((await portal.call(exportLedgerXlsx)).rawPayload, 18)
    expect(sheet.at(-1)?.cells.get(1)).toMatchObject({ text: '1 payment marked sent without proof' })
    expect(sheet.at(-2)?.cells.get(1)).toMatchObject({ text: `Total of ${3 * ROUND} payments` })
  })

  test(
    'a claim that can not be paid is counted apart, told with its reason, and retried alone',
    LONG,
    async () => {
      const [stuck, fine] = [
        sampleClaim({ solAddress: portal.walletTokenAccount, amountUA: '2' }),
        sampleClaim({ solAddress: freshSolanaAddress(), amountUA: '3' }),
      ]
      await addClaims(portal.ferry.app, [stuck, fine])
      const status = async () => (await portal.call(endpoints.bulkSender.status)).json()
      expect(await status()).toMatchObject({ queuedClaimsCount: 2, unpayableClaimsCount: 0 })
      await portal.call(endpoints.bulkSender.start)
      await idle()
      expect(await status()).toMatchObject({ queuedClaimsCount: 1, unpayableClaimsCount: 1 })
      const [run] = await runs()
      const failed = (
        await portal.call(runPayments, { params: { id: run.id }, query: { state: 'failed' } })
      ).json()
      expect(failed.payments).toMatchObject([
        { claimId: stuck.id, signature: null, reason: 'The address is a token account, not a wallet' },
      ])
      await portal.call(endpoints.bulkSender.start, { body: { claimIds: [stuck.id] } })
      await idle()
      const [retry, before] = await runs()
      expect(retry).toMatchObject({ transferCount: 1, paid: 0, failed: 1, limits: { selected: 1 } })
      // The run before is counted from what it did, not from what became of its payments since.
      expect(before).toMatchObject({ id: run.id, paid: 1, failed: 1 })
      expect(
        (await portal.call(endpoints.bulkSender.start, { body: { limit: { count: 5 } } })).json(),
      ).toMatchObject({ code: 'limit_takes_nothing' })
      await portal.call(endpoints.admin.reject, { body: { id: stuck.id, reason: 'no wallet' } })
      expect(await status()).toMatchObject({ queuedClaimsCount: 0, unpayableClaimsCount: 0 })
    },
  )
})
