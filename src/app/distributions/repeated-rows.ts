import type { RepeatedRowBody as DescribedRow, DistributionBody } from '#api-schema/standalone-sender.ts'
import type { AppContext } from '#app/app-context.ts'
import { isUnfinished } from '#app/payouts/runs.ts'
import {
  type PageQuery,
  pageOf,
  readNumberCursor,
  toEpochSeconds,
  toEpochSecondsOrNull,
} from '#app/reply-values.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { Distribution, PayoutSource } from '#domain/payout-source.ts'
import { PortalError } from '#domain/portal-error.ts'
import { type RepeatedPayments, repeatConfirmation } from '#domain/repeated-payments.ts'
import type { OwedPayments } from '#payout/owed-payments.ts'
import { pagesOf } from '#store/database/queries.ts'
import type { RepeatedRow } from '#store/payouts/repeated-payments.ts'
import type { Store } from '#store/store.ts'

const PAGE = 1000

/** Describes what a start would pay again; null where that is nothing. */
export function describeRepeatedPayments(repeated: RepeatedPayments): DistributionBody['repeats'] {
  const { rows, of, baseUnits, byKind, mintDecimals, sameFile } = repeated
  if (rows === 0) return null
  return {
    rows,
    of,
    amountUA: formatDecimalUnits(baseUnits, mintDecimals),
    paid: byKind.paid,
    onHold: byKind.on_hold,
    underWay: byKind.under_way,
    confirm: repeatConfirmation(repeated),
    sameFile: sameFile && {
      id: sameFile.id,
      fileName: sameFile.fileName,
      paidAt: byKind.paid === 0 ? null : toEpochSeconds(sameFile.paidAtMs),
    },
  }
}

/**
 * Lists a page of the rows of a distribution that were paid before, in the order of the file, each with the payment by which it was.
 * Throws no_distribution, and invalid_request on a malformed cursor.
 */
export async function listRepeatedRows({ store }: AppContext, id: string, { limit, cursor }: PageQuery) {
  const distribution = await store.distributions.find(id)
  if (!distribution) throw new PortalError('no_distribution')
  const afterRow = readNumberCursor(cursor) ?? 0
  const found = await store.distributions.repeatedRows(distribution, { afterRow, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found, limit, ({ rowNumber }) => String(rowNumber))
  return { rows: page.map((row) => describeRow(row, distribution.mintDecimals)), nextCursor }
}

/** Reads owed payments without the rows of a distribution that were paid before: those that `begin` leaves out. */
export function withoutRepeats(
  { distributions }: Pick<Store, 'distributions'>,
  source: PayoutSource,
  payments: OwedPayments,
): OwedPayments {
  if (source.kind === 'claims') return payments
  return {
    async *[Symbol.asyncIterator]() {
      const repeated = await repeatedRowNumbers(distributions, source.id)
      for await (const page of payments) yield page.filter(({ rowNumber }) => !repeated.has(rowNumber))
    },
  }
}

async function repeatedRowNumbers(
  distributions: Store['distributions'],
  id: string,
): Promise<Set<number | null>> {
  const numbers = new Set<number | null>()
  const distribution = await distributions.find(id)
  if (!distribution) return numbers
  const pages = pagesOf(
    0,
    (afterRow) => distributions.repeatedRows(distribution, { afterRow, limit: PAGE }),
    ({ rowNumber }) => rowNumber,
  )
  for await (const page of pages) for (const { rowNumber } of page) numbers.add(rowNumber)
  return numbers
}

function describeRow(
  { rowNumber, recipient, baseUnits, isLeftOut, by }: RepeatedRow,
  mintDecimals: number,
): DescribedRow {
  return {
    rowNumber,
    recipient,
    amountUA: formatDecimalUnits(baseUnits, mintDecimals),
    leftOut: isLeftOut,
    by: {
      state: by.kind,
      claimId: by.claimId,
      evmAddr: by.evmAddress,
      distributionId: by.distributionId,
      fileName: by.fileName,
      rowNumber: by.rowNumber,
      signature: by.signature,
      at: toEpochSecondsOrNull(by.atMs),
    },
  }
}

/** Reads what of a distribution was paid before. */
export type RepeatLookup = (distribution: Distribution) => Promise<RepeatedPayments>

/** While payments are being made, all payments of a long list are compared no more often than this. */
const LEAST_MS = 5_000

/** Holds are decided without a run or a payment. */
const MOST_MS = 30_000

interface Known {
  asOf: string
  atMs: number
  repeated: Promise<RepeatedPayments>
}

/**
 * Creates a lookup for what is only shown: a list that is asked for every two seconds does not compare all its payments each time, but
 * once runs or payments have changed. What it returns may be five seconds old while a run goes on, or thirty where a hold was decided. A
 * start compares anew, in the commit that begins it.
 */
export function createRepeatLookup(
  { distributions, runs, ledger }: Pick<Store, 'distributions' | 'runs' | 'ledger'>,
  monotonicMs: () => number = () => performance.now(),
): RepeatLookup {
  const found = new Map<string, Known>()
  return async (distribution) => {
    const [newest, totals] = await Promise.all([runs.latest(), ledger.totals({ fromMs: null, toMs: null })])
    const paid = totals.map(({ payments, unproved }) => payments + unproved.payments).join(' ')
    const asOf = `${newest?.id} ${newest?.state} ${paid}`
    const known = found.get(distribution.id)
    const changingMs = newest && isUnfinished(newest) ? LEAST_MS : 0
    const ageMs = known ? monotonicMs() - known.atMs : Number.POSITIVE_INFINITY
    if (known && ageMs < (known.asOf === asOf ? MOST_MS : changingMs)) return known.repeated
    const repeated = distributions.repeated(distribution)
    found.set(distribution.id, { asOf, atMs: monotonicMs(), repeated })
    repeated.catch(() => found.delete(distribution.id))
    return repeated
  }
}
