import type { RepeatedRowBody as DescribedRow, DistributionBody } from '#api-schema/standalone-sender.ts'
import type { AppContext } from '#app/app-context.ts'
import { readNumberCursor } from '#app/cursors.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { PayoutSource } from '#domain/payout-source.ts'
import { PortalError } from '#domain/portal-error.ts'
import { type RepeatedPayments, repeatConfirmation } from '#domain/repeated-payments.ts'
import type { OwedPayments } from '#payout/owed-payments.ts'
import { pagesOf } from '#store/database/queries.ts'
import type { RepeatedRow } from '#store/payouts/repeated-payments.ts'
import type { Store } from '#store/store.ts'

const PAGE = 1000

export interface RepeatedRowsQuery {
  limit: number
  /** As the page before gave it: the last row's number. */
  cursor?: string | undefined
}

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
      paidAt: toEpochSeconds(sameFile.paidAtMs),
    },
  }
}

/**
 * Lists a page of the rows of a distribution that were paid before, in the order of the file, each with the payment by which it was.
 * Throws no_distribution, and invalid_request on a malformed cursor.
 */
export async function listRepeatedRows(
  { store }: AppContext,
  id: string,
  { limit, cursor }: RepeatedRowsQuery,
) {
  const distribution = await store.distributions.find(id)
  if (!distribution) throw new PortalError('no_distribution')
  const afterRow = readNumberCursor(cursor) ?? 0
  const found = await store.distributions.repeatedRows(distribution, { afterRow, limit: limit + 1 })
  const rows = found.slice(0, limit)
  return {
    rows: rows.map((row) => describeRow(row, distribution.mintDecimals)),
    nextCursor: found.length > limit ? String(rows.at(-1)?.rowNumber) : null,
  }
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
