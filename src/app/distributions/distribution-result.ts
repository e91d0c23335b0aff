import type { Readable } from 'node:stream'
import type { AppContext } from '#app/app-context.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { TransferState } from '#domain/payout-states.ts'
import { PortalError } from '#domain/portal-error.ts'
import { writeCsv } from '#lists/write-csv.ts'

const COLUMNS = ['row', 'address', 'amount', 'outcome', 'transaction', 'reason']

const OUTCOMES: Record<TransferState, string> = {
  queued: 'not sent',
  in_flight: 'under way',
  hold: 'on hold',
  paid: 'paid',
  failed: 'failed',
  left_out: 'left out',
}

/**
 * Exports the result of each row of a distribution so far, as a CSV in the order of the file. Throws
 * no_distribution.
 */
export async function distributionResult({ store }: AppContext, id: string): Promise<Readable> {
  const distribution = await store.distributions.find(id)
  if (!distribution) throw new PortalError('no_distribution')
  const unresolved = new Map(
    (await store.distributions.unresolvedAttempts(id)).map((attempt) => [attempt.transferId, attempt]),
  )
  const transfers = await store.distributions.transfers(id)
  return writeCsv(
    COLUMNS,
    transfers.map((transfer) => [
      String(transfer.rowNumber),
      transfer.recipient,
      formatDecimalUnits(transfer.baseUnits, distribution.mintDecimals),
      OUTCOMES[transfer.state],
      transfer.paidTx ?? unresolved.get(transfer.id)?.signature ?? '',
      transfer.failure ?? unresolved.get(transfer.id)?.error ?? '',
    ]),
  )
}
