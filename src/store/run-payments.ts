import { sql } from 'kysely'
import type { TransferState } from '#domain/payout-states.ts'
import type { Transfer } from '#domain/transfer.ts'
import { type Carrier, readCarriers } from './carrying-attempts.ts'
import type { Database } from './database.ts'

/** A payment of a run, and what became of it in that run: a later one may have taken it over since. */
export interface RunPaymentRow
  extends Pick<
    Transfer,
    | 'id'
    | 'claimId'
    | 'formerClaimId'
    | 'evmAddress'
    | 'rowNumber'
    | 'recipient'
    | 'baseUnits'
    | 'dustUA'
    | 'mintDecimals'
    | 'paidTx'
  > {
  /** In this run. `queued`: not sent by it. */
  outcome: TransferState
  reason: string | null
  /** The transaction of this run that has paid it, or still may. */
  carrier: Carrier | null
}

export interface RunPaymentsPage {
  limit: number
  afterId?: number | undefined
  state?: TransferState | undefined
}

/** Reads the payments of a run one by one: by its transactions, its failures and its list. */
export function createRunPaymentStore({ db }: Database) {
  return {
    /** Lists a page in the order of the list, from after `afterId`. */
    async page(runId: number, { limit, afterId = 0, state }: RunPaymentsPage): Promise<RunPaymentRow[]> {
      const run = sql.lit(runId)
      const carriedBy = (condition: string) => sql`exists (select 1 from attempt_transfer
        join attempt on attempt.id = attempt_transfer.attempt_id
        where attempt_transfer.transfer_id = transfer.id and attempt.run_id = ${run} and ${sql.raw(condition)})`
      const failed = sql`exists (select 1 from transfer_failure
        where transfer_failure.run_id = ${run} and transfer_failure.transfer_id = transfer.id)`
      const outcome = sql<TransferState>`case
        when ${carriedBy("attempt.state = 'paid'")} then 'paid'
        when ${carriedBy("attempt_transfer.in_flight = 1 and attempt.state = 'hold'")} then 'hold'
        when ${carriedBy('attempt_transfer.in_flight = 1')} then 'in_flight'
        when ${failed} then 'failed'
        when transfer.run_id = ${run} then transfer.state
        else 'queued' end`
      const rows = await db
        .selectFrom('transfer')
        .select([
          'transfer.id',
          'transfer.claimId',
          'transfer.formerClaimId',
          'transfer.evmAddress',
          'transfer.rowNumber',
          'transfer.recipient',
          'transfer.baseUnits',
          'transfer.dustUA',
          'transfer.mintDecimals',
          'transfer.paidTx',
          outcome.as('outcome'),
          sql<string | null>`coalesce((select reason from transfer_failure
            where transfer_failure.run_id = ${run} and transfer_failure.transfer_id = transfer.id),
            case when transfer.run_id = ${run} then transfer.failure end)`.as('reason'),
        ])
        .where(
          'transfer.id',
          'in',
          sql<number>`(select id from transfer where run_id = ${run}
            union select transfer_id from transfer_failure where run_id = ${run}
            union select transfer_id from attempt_transfer
              join attempt on attempt.id = attempt_transfer.attempt_id where attempt.run_id = ${run})`,
        )
        .where('transfer.id', '>', afterId)
        .$if(state !== undefined, (query) => query.where(outcome, '=', state ?? 'queued'))
        .orderBy('transfer.id')
        .limit(limit)
        .execute()
      const carriers = await readCarriers(
        { db },
        rows.map(({ id }) => id),
        runId,
      )
      return rows.map((row) => ({ ...row, carrier: carriers.get(row.id) ?? null }))
    },
  }
}
