import type { Readable } from 'node:stream'
import type { RunPaymentBody } from '#api-schema/run-payments.ts'
import type { AppContext } from '#app/app-context.ts'
import { readNumberCursor } from '#app/cursors.ts'
import { toEpochSeconds } from '#app/epoch-seconds.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { inSol } from '#domain/lamports.ts'
import type { TransferState } from '#domain/payout-states.ts'
import { PortalError } from '#domain/portal-error.ts'
import { writeCsv } from '#lists/write-csv.ts'
import { pagesOf } from '#store/database/queries.ts'
import type { RunPaymentRow } from '#store/payouts/run-payments.ts'
import type { ReadTransaction } from '#store/read-transaction.ts'
import { describeRun, readResults } from './list-runs.ts'
import { shareOf } from './share-of.ts'
import { readTokenNames } from './token-names.ts'

export interface RunPaymentsQuery {
  state?: TransferState | undefined
  limit: number
  /** As the page before gave it. */
  cursor?: string | undefined
}

const PAGE = 500

const CSV_COLUMNS = [
  'claim',
  'row',
  'evm_address',
  'solana_address',
  'amount',
  'base_units',
  'dust',
  'outcome',
  'transaction',
  'slot',
  'fee_share_sol',
  'rent_share_sol',
  'reason',
]

/** Returns a run and a page of its payments, in the order of its list. Throws no_run, and invalid_request on a malformed cursor. */
export async function listRunPayments(app: AppContext, id: string, query: RunPaymentsQuery) {
  const { state, limit, cursor } = query
  const afterId = readNumberCursor(cursor)
  const { results, rows } = await app.store.inReadTransaction(async (records) => {
    const run = await findRun(records, id)
    const rows = await records.runPayments.page(run.id, { state, limit: limit + 1, afterId })
    return { results: await readResults(records, run), rows }
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    asOf: toEpochSeconds(app.now()),
    run: await describeRun(app, results, await readTokenNames(app)),
    payments: page.map(describePayment),
    nextCursor: rows.length > limit && last ? String(last.id) : null,
  }
}

/** Exports all payments of a run as a CSV, in the order of its list. Throws no_run. */
export async function exportRunPayments(app: AppContext, id: string): Promise<Readable> {
  const { id: runId } = await app.store.inReadTransaction((records) => findRun(records, id))
  const { page } = app.store.runPayments
  async function* rows() {
    const pages = pagesOf(
      0,
      (afterId) => page(runId, { afterId, limit: PAGE }),
      (row) => row.id,
    )
    for await (const payments of pages) yield* payments.map(csvRow)
  }
  return writeCsv(CSV_COLUMNS, rows())
}

async function findRun({ listedRuns }: ReadTransaction, id: string) {
  const run = /^\d{1,15}$/.test(id) ? await listedRuns.find(Number(id)) : undefined
  if (!run) throw new PortalError('no_run')
  return run
}

function describePayment(row: RunPaymentRow): RunPaymentBody {
  const { carrier } = row
  return {
    id: String(row.id),
    claimId: row.claimId ?? row.formerClaimId,
    isClaimReset: row.claimId === null && row.formerClaimId !== null,
    evmAddr: row.evmAddress,
    rowNumber: row.rowNumber,
    recipient: row.recipient,
    amountUA: formatDecimalUnits(row.baseUnits, row.mintDecimals),
    baseUnits: row.baseUnits.toString(),
    dustUA: row.dustUA,
    state: row.outcome,
    signature: (carrier?.state === 'paid' ? row.paidTx : null) ?? carrier?.signature ?? null,
    slot: carrier?.slot ?? null,
    feeSOL: carrier?.state === 'paid' ? inSol(shareOf(carrier.feeLamports, carrier)) : null,
    rentSOL: carrier?.state === 'paid' ? inSol(shareOf(carrier.rentLamports, carrier)) : null,
    reason: row.outcome === 'paid' ? null : (row.reason ?? carrier?.error ?? null),
  }
}

function csvRow(row: RunPaymentRow): string[] {
  const payment = describePayment(row)
  return [
    payment.claimId,
    payment.rowNumber,
    payment.evmAddr,
    payment.recipient,
    payment.amountUA,
    payment.baseUnits,
    payment.dustUA,
    payment.state,
    payment.signature,
    payment.slot,
    payment.feeSOL,
    payment.rentSOL,
    payment.reason,
  ].map((cell) => (cell === null ? '' : String(cell)))
}
