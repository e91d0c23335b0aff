import type { Readable } from 'node:stream'
import type { LedgerEntryBody as DescribedEntry, LedgerResponse } from '#api-schema/ledger.ts'
import type { AppContext } from '#app/app-context.ts'
import { countOf, type PageQuery, pageOf, toEpochSeconds, unknownCursor } from '#app/reply-values.ts'
import { formatDecimalUnits, inSol } from '#domain/amounts.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { PaymentRecord } from '#domain/transfer.ts'
import {
  exactBeside,
  MAX_XLSX_ROWS,
  type WrittenCell,
  writeCsv,
  writeXlsx,
  type XlsxColumn,
} from '#lists/write-xlsx.ts'
import { clusterName } from '#solana/clusters.ts'
import type { LedgerEntry, LedgerPlace, LedgerTotal, LedgerWindow } from '#store/payouts/ledger.ts'
import { readTokenNames } from './token-names.ts'

/** A stretch of time in epoch seconds. */
interface LedgerTime {
  from?: number | undefined
  to?: number | undefined
}

/**
 * Returns a page of all payments that were made, in the order in which they were recorded, and the totals of the stretch of time.
 * Throws invalid_request on a malformed cursor.
 */
export async function listLedger(app: AppContext, { limit, cursor, ...time }: LedgerTime & PageQuery) {
  const { store } = app
  const window = windowOf(time)
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const [rows, totals, nameOf] = await Promise.all([
    store.ledger.page(window, limit + 1, after),
    store.ledger.totals(window),
    readTokenNames(app),
  ])
  const { page, nextCursor } = pageOf(rows, limit, ({ settledAtMs, id }) => `${settledAtMs}:${id}`)
  return {
    payments: page.map((entry) => ({ ...describeEntry(entry), tokenName: nameOf(entry) })),
    totals: totals.map((total) => ({ ...describeTotal(total), tokenName: nameOf(total) })),
    nextCursor,
  }
}

/** Returns a stretch of time in the store's milliseconds. */
function windowOf({ from, to }: LedgerTime): LedgerWindow {
  return { fromMs: from === undefined ? null : from * 1000, toMs: to === undefined ? null : to * 1000 }
}

/** Describes a payment. What its transaction cost is shared equally by all that it paid. */
function describeEntry(entry: LedgerEntry): Omit<DescribedEntry, 'tokenName'> {
  const { carrier, mintDecimals } = entry
  return {
    id: String(entry.id),
    paidAt: toEpochSeconds(entry.settledAtMs),
    claimId: entry.claimId ?? entry.formerClaimId,
    isClaimReset: entry.claimId === null && entry.formerClaimId !== null,
    evmAddr: entry.evmAddress,
    distributionId: entry.distributionId,
    rowNumber: entry.rowNumber,
    recipient: entry.recipient,
    amountUA: formatDecimalUnits(entry.baseUnits, mintDecimals),
    baseUnits: entry.baseUnits.toString(),
    dustUA: entry.dustUA,
    tokenMintAddress: entry.mintAddress,
    cluster: clusterOf(entry),
    signature: entry.paidTx,
    slot: carrier?.slot ?? null,
    feeSOL: carrier && inSol(shareOf(carrier.feeLamports, carrier)),
    rentSOL: carrier && inSol(shareOf(carrier.rentLamports, carrier)),
    runId: carrier ? String(carrier.runId) : null,
    recordedBy: entry.recordedBy,
  }
}

function describeTotal(total: LedgerTotal): Omit<LedgerResponse['totals'][number], 'tokenName'> {
  return {
    tokenMintAddress: total.mintAddress,
    cluster: clusterOf(total),
    payments: total.payments,
    amountUA: formatDecimalUnits(total.baseUnits, total.mintDecimals),
    baseUnits: total.baseUnits.toString(),
    markedWithoutProof: {
      payments: total.unproved.payments,
      amountUA: formatDecimalUnits(total.unproved.baseUnits, total.mintDecimals),
    },
  }
}

/** Names the cluster of a token; null where it is not known. */
export function clusterOf({ genesisHash }: { genesisHash: string }) {
  return genesisHash === UNKNOWN_CLUSTER ? null : clusterName(genesisHash)
}

function readCursor(cursor: string): LedgerPlace {
  const [, settledAtMs, id] = /^(\d{1,15}):(\d{1,15})$/.exec(cursor) ?? []
  if (id !== undefined) return { settledAtMs: Number(settledAtMs), id: Number(id) }
  throw unknownCursor()
}

const PAGE = 500

const CSV_COLUMNS = [
  'paid_at',
  'claim',
  'distribution',
  'row',
  'evm_address',
  'solana_address',
  'amount',
  'base_units',
  'dust',
  'token_mint',
  'cluster',
  'transaction',
  'slot',
  'fee_share_sol',
  'rent_share_sol',
  'run',
  'evidence',
]

const XLSX_COLUMNS: XlsxColumn[] = [
  { header: 'Paid (UTC)', width: 20 },
  { header: 'Claim', width: 24 },
  { header: 'Distribution', width: 24 },
  { header: 'Row', width: 8, kind: 'number' },
  { header: 'EVM Address', width: 46 },
  { header: 'Solana Address', width: 48 },
  { header: 'Amount', width: 26, kind: 'number' },
  { header: 'Exact Amount, where rounded', width: 30 },
  { header: 'Base Units', width: 24 },
  { header: 'Dust', width: 26 },
  { header: 'Token Mint', width: 48 },
  { header: 'Cluster', width: 12 },
  { header: 'Transaction', width: 92 },
  { header: 'Slot', width: 14, kind: 'number' },
  { header: 'Fee Share (SOL)', width: 18, kind: 'number' },
  { header: 'Rent Share (SOL)', width: 18, kind: 'number' },
  { header: 'Run', width: 8, kind: 'number' },
  { header: 'Evidence', width: 34 },
]

const EVIDENCE: Record<PaymentRecord, string> = {
  run: 'final on the chain',
  take_over: 'taken over from the chain',
  mark_sent: 'marked sent, proved by its transaction',
  mark_sent_forced: 'marked sent, without proof',
}

/** Exports all payments that were made in a stretch of time as a CSV, in the order in which they were recorded. */
export function exportLedgerCsv(app: AppContext, time: LedgerTime): Readable {
  async function* rows() {
    for await (const page of pagesWithin(app, windowOf(time))) {
      for (const { entry, debt, amount, baseUnits, rest } of page) {
        yield [new Date(entry.settledAtMs).toISOString(), ...debt, amount, baseUnits, ...rest]
      }
    }
  }
  return writeCsv(CSV_COLUMNS, rows())
}

/**
 * Exports the same as a workbook: amounts are numbers, with the exact amount as text beside them where a number can not hold it, and
 * below them stands the total of each token. Throws too_many_rows.
 */
export async function exportLedgerXlsx(app: AppContext, time: LedgerTime): Promise<Readable> {
  const window = windowOf(time)
  const totals = await app.store.ledger.totals(window)
  const count = totals.reduce(
    (sum, { payments, unproved }) => sum + payments + unproved.payments,
    2 * totals.length,
  )
  if (count > MAX_XLSX_ROWS) throw new PortalError('too_many_rows', { rows: count })
  async function* rows() {
    const written = new Totals()
    for await (const page of pagesWithin(app, window)) {
      for (const { entry } of page) written.add(entry)
      yield page.map(({ entry, debt, amount, baseUnits, rest }): WrittenCell[] => [
        entry.settledAtMs,
        ...debt,
        amount,
        exactBeside(amount),
        baseUnits,
        ...rest,
      ])
    }
    yield written.list().flatMap(totalRows)
  }
  return writeXlsx('Ledger', XLSX_COLUMNS, rows())
}

async function* pagesWithin({ store }: AppContext, window: LedgerWindow) {
  let after: LedgerPlace | undefined
  for (;;) {
    const page = await store.ledger.page(window, PAGE, after)
    if (page.length === 0) return
    after = page.at(-1)
    yield page.map(cellsOf)
  }
}

/** Sums the payments of each token as they are written: a payment that is made meanwhile is in both, or in neither. */
class Totals {
  readonly #byToken = new Map<string, LedgerTotal>()

  add({ genesisHash, mintAddress, mintDecimals, baseUnits, recordedBy }: LedgerEntry): void {
    const key = `${genesisHash} ${mintAddress} ${mintDecimals}`
    const none = { payments: 0, baseUnits: 0n }
    const total = this.#byToken.get(key) ?? {
      ...{ genesisHash, mintAddress, mintDecimals, ...none },
      unproved: none,
    }
    const { payments, baseUnits: sum } = recordedBy === 'mark_sent_forced' ? total.unproved : total
    const grown = { payments: payments + 1, baseUnits: sum + baseUnits }
    this.#byToken.set(
      key,
      recordedBy === 'mark_sent_forced' ? { ...total, unproved: grown } : { ...total, ...grown },
    )
  }

  list(): LedgerTotal[] {
    return [...this.#byToken.values()]
  }
}

/** The cells of a payment, as text. */
function cellsOf(paid: LedgerEntry) {
  const entry = describeEntry(paid)
  const { recordedBy } = entry
  return {
    entry: paid,
    debt: texts(entry.claimId, entry.distributionId, entry.rowNumber, entry.evmAddr, entry.recipient),
    amount: entry.amountUA,
    baseUnits: entry.baseUnits,
    rest: texts(
      entry.dustUA,
      entry.tokenMintAddress,
      entry.cluster,
      entry.signature,
      entry.slot,
      entry.feeSOL,
      entry.rentSOL,
      entry.runId,
      recordedBy && EVIDENCE[recordedBy],
    ),
  }
}

function texts(...values: (string | number | null)[]): string[] {
  return values.map((value) => (value === null ? '' : String(value)))
}

/** The lines of a token: what transactions show, and what was marked sent without proof, where anything was. */
function totalRows(total: LedgerTotal): WrittenCell[][] {
  const { payments, amountUA, baseUnits, tokenMintAddress, cluster, markedWithoutProof } =
    describeTotal(total)
  const row = (words: string, amount: string, units: string): WrittenCell[] => {
    const cells = ['', words, '', '', '', '', amount, exactBeside(amount), units, '', tokenMintAddress]
    return [...cells, cluster ?? '']
  }
  const proved = row(`Total of ${countOf(payments, 'payment')}`, amountUA, baseUnits)
  if (markedWithoutProof.payments === 0) return [proved]
  const words = `${countOf(markedWithoutProof.payments, 'payment')} marked sent without proof`
  return [proved, row(words, markedWithoutProof.amountUA, total.unproved.baseUnits.toString())]
}

/**
 * Returns a payment's share of what its transaction cost: equal ones, of which the first take what does not divide, so that they add up to
 * the whole.
 */
export function shareOf(
  lamports: bigint,
  { position, carried }: { position: number; carried: number },
): bigint {
  const count = BigInt(carried)
  return lamports / count + (BigInt(position) < lamports % count ? 1n : 0n)
}
