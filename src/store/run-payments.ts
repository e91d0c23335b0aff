import { type RawBuilder, sql } from 'kysely'
import { TRANSFER_STATES, type TransferState } from '#domain/payout-states.ts'
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
      const { outcome, reason } = columnsOf(runId)
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
          reason.as('reason'),
        ])
        .where('transfer.id', 'in', idsOf(runId, { limit, afterId, state }))
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

/** In a form that no index is used for: a run may have a hundred thousand transactions in that state. */
const IS_PAID = "attempt.state || '' = 'paid'"

function columnsOf(runId: number) {
  const run = sql.lit(runId)
  // With a limit, so that PostgreSQL looks for one row, and does not gather those of all payments first.
  const carriedBy = (condition: string) => sql`(select 1 from attempt_transfer
    join attempt on attempt.id = attempt_transfer.attempt_id
    where attempt_transfer.run_id = ${run} and attempt_transfer.transfer_id = transfer.id and ${sql.raw(condition)}
    limit 1) = 1`
  const failed = sql`(select 1 from transfer_failure
    where transfer_failure.run_id = ${run} and transfer_failure.transfer_id = transfer.id limit 1) = 1`
  return {
    outcome: sql<TransferState>`case
      when ${carriedBy(IS_PAID)} then 'paid'
      when ${carriedBy("attempt_transfer.in_flight = 1 and attempt.state = 'hold'")} then 'hold'
      when ${carriedBy('attempt_transfer.in_flight = 1')} then 'in_flight'
      when ${failed} then 'failed'
      when transfer.run_id = ${run} then transfer.state
      else 'queued' end`,
    reason: sql<string | null>`coalesce((select reason from transfer_failure
      where transfer_failure.run_id = ${run} and transfer_failure.transfer_id = transfer.id),
      case when transfer.run_id = ${run} then transfer.failure end)`,
  }
}

/**
 * Finds the ids of a page in a few lists, each in its own order by an index, and each to the end of the page: a run may have paid a
 * million.
 */
function idsOf(runId: number, page: { limit: number; afterId: number; state: TransferState | undefined }) {
  const { limit, afterId, state } = page
  const isMeant = state === undefined ? sql`1 = 1` : sql`${columnsOf(runId).outcome} = ${sql.lit(state)}`
  const lists = sourcesOf(runId, state).map(
    ({ from, id }) => sql`select id from (select distinct ${id} as id ${from}
      and ${id} > ${sql.lit(afterId)} and ${isMeant} order by id limit ${sql.lit(limit)}) as list`,
  )
  return sql<number>`(${sql.join(lists, sql` union `)})`
}

interface Source {
  /** From `from` to the first condition. It joins `transfer`. */
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

/** Where the payments of a run are found: all of them, or those that may have come to a state. */
function sourcesOf(runId: number, state: TransferState | undefined): Source[] {
  const run = sql.lit(runId)
  const listed = (on: TransferState): Source => ({
    from: sql`from transfer where transfer.run_id = ${run} and transfer.state = ${sql.lit(on)}`,
    id: sql`transfer.id`,
  })
  const carried: Source = {
    from: sql`from attempt_transfer join transfer on transfer.id = attempt_transfer.transfer_id
      where attempt_transfer.run_id = ${run}`,
    id: sql`attempt_transfer.transfer_id`,
  }
  // In a form for which the index on those in flight is the only one.
  const inFlight: Source = {
    ...carried,
    from: sql`from attempt_transfer join transfer on transfer.id = attempt_transfer.transfer_id
      where attempt_transfer.in_flight = 1 and attempt_transfer.run_id + 0 = ${run}`,
  }
  const failed: Source = {
    from: sql`from transfer_failure join transfer on transfer.id = transfer_failure.transfer_id
      where transfer_failure.run_id = ${run}`,
    id: sql`transfer_failure.transfer_id`,
  }
  const sentInVain: Source = {
    from: sql`from attempt join attempt_transfer on attempt_transfer.attempt_id = attempt.id
      join transfer on transfer.id = attempt_transfer.transfer_id
      where attempt.run_id = ${run} and attempt.state in ('expired', 'failed')`,
    id: sql`transfer.id`,
  }
  if (state === undefined) return [carried, failed, ...TRANSFER_STATES.map(listed)]
  if (state === 'left_out') return [listed(state)]
  const further = { paid: carried, hold: inFlight, in_flight: inFlight, failed, queued: sentInVain }
  return [listed(state), further[state]]
}
