import { type RawBuilder, sql } from 'kysely'
import { CLAIM_REJECTED } from '#domain/payment.ts'
import {
  type AttemptState,
  type RunPaymentState,
  TRANSFER_STATES,
  type TransferState,
} from '#domain/payout-states.ts'
import type { Transfer } from '#domain/transfer.ts'
import { sumDecimals } from '#store/database/column-readers.ts'
import type { Database } from '#store/database/database.ts'
import { countRows } from '#store/database/queries.ts'
import { type Carrier, carriedTransfers, withCarriers } from './accounted-attempts.ts'

/**
 * A payment that a run has settled, or that is on its list without an end in another. One that a later run took over is that one's until a
 * transaction of this one has paid it.
 */
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
  /** In this run. `queued`: not sent so far. */
  outcome: RunPaymentState
  reason: string | null
  /** The transaction of this run that has paid it, or still may. */
  carrier: Carrier | null
}

interface RunPaymentsPage {
  limit: number
  afterId?: number | undefined
  state?: RunPaymentState | undefined
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
      return await withCarriers(db, rows, runId)
    },
  }
}

/** In a form that no index is used for: a run may have a hundred thousand transactions in that state. */
const IS_PAID = "attempt.state || '' = 'paid'"

function columnsOf(runId: number) {
  const run = sql.lit(runId)
  // With a limit, so that PostgreSQL looks for one row, and does not gather those of all payments first.
  const isPaid = sql`(select 1 from attempt_transfer
    join attempt on attempt.id = attempt_transfer.attempt_id
    where attempt_transfer.run_id = ${run} and attempt_transfer.transfer_id = transfer.id and ${sql.raw(IS_PAID)}
    limit 1) = 1`
  const failed = sql`(select 1 from transfer_failure
    where transfer_failure.run_id = ${run} and transfer_failure.transfer_id = transfer.id limit 1) = 1`
  const reason = sql<string | null>`coalesce((select reason from transfer_failure
      where transfer_failure.run_id = ${run} and transfer_failure.transfer_id = transfer.id),
      case when transfer.run_id = ${run} then transfer.failure end)`
  return {
    // Null of one that is another run's.
    outcome: sql<RunPaymentState>`case
      when ${isPaid} then 'paid'
      when transfer.run_id = ${run} and transfer.state in ('in_flight', 'hold') then transfer.state
      when ${failed} or transfer.run_id = ${run} and transfer.state = 'failed'
        then case when ${reason} = ${sql.lit(CLAIM_REJECTED)} then 'rejected' else 'failed' end
      when transfer.run_id = ${run} and transfer.state <> 'paid' then transfer.state end`,
    reason,
  }
}

/**
 * Finds the ids of a page in a few lists, each in its own order by an index, and each to the end of the page: a run may have paid a
 * million.
 */
function idsOf(runId: number, page: { limit: number; afterId: number; state: RunPaymentState | undefined }) {
  const { limit, afterId, state } = page
  const { outcome } = columnsOf(runId)
  const isMeant = state === undefined ? sql`${outcome} is not null` : sql`${outcome} = ${sql.lit(state)}`
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
function sourcesOf(runId: number, state: RunPaymentState | undefined): Source[] {
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
  const failed: Source = {
    from: sql`from transfer_failure join transfer on transfer.id = transfer_failure.transfer_id
      where transfer_failure.run_id = ${run}`,
    id: sql`transfer_failure.transfer_id`,
  }
  if (state === undefined) return [carried, failed, ...TRANSFER_STATES.map(listed)]
  if (state === 'paid') return [carried]
  if (state === 'failed' || state === 'rejected') return [listed('failed'), failed]
  return [listed(state)]
}

export type TransferCounts = Record<TransferState, number>

/** The same, with the payments of claims that an operator rejected apart from those that failed. */
export type ProgressCounts = TransferCounts & { rejected: number }

/** The numbers of transfers that a run has paid, failed and left on hold, and of those on its list that are not settled. */
interface RunOutcomeCounts {
  paid: number
  failed: number
  held: number
  open: number
}

export interface RunCost {
  feeLamports: bigint
  rentLamports: bigint
  transactions: number
}

/** The payments of one transaction of a run, by the records. */
interface TransactionPayments {
  signature: string
  /** The slot at which it was settled. */
  slot: number | null
  payments: number
  baseUnits: bigint
}

/**
 * Reads the results of runs from tallies of their transfers and attempts, at a cost that does not grow with
 * them.
 */
export function createRunResultStore({ db, dialect }: Database) {
  /** Counts the payments in a run's transactions, by the state of these. */
  async function attemptCounts(runId: number): Promise<Partial<Record<AttemptState, number>>> {
    const rows = await db
      .selectFrom('attempt_tally')
      .select(({ fn }) => ['state', fn.sum<number>('transfers').as('count')])
      .where('runId', '=', runId)
      .groupBy('state')
      .execute()
    return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
  }

  /** Counts the transfers on a run's list. */
  async function transferCounts(runId: number): Promise<TransferCounts> {
    const rows = await db
      .selectFrom('transfer_tally')
      .select(({ fn }) => ['state', fn.sum<number>('transfers').as('count')])
      .where('runId', '=', runId)
      .groupBy('state')
      .execute()
    const counts: TransferCounts = { queued: 0, in_flight: 0, hold: 0, paid: 0, failed: 0, left_out: 0 }
    for (const { state, count } of rows) counts[state] = Number(count)
    return counts
  }

  /** Counts the payments on a run's list whose claim an operator rejected before they were sent. */
  function countRejected(runId: number): Promise<number> {
    const failed = db.selectFrom('transfer').where('runId', '=', runId).where('state', '=', 'failed')
    return countRows(failed.where('failure', '=', CLAIM_REJECTED))
  }

  return {
    transferCounts,
    countRejected,

    /** Counts the transfers on a run's list for people: what an operator withdrew is no failure of the run. */
    async progress(runId: number): Promise<ProgressCounts> {
      const counts = await transferCounts(runId)
      const rejected = counts.failed === 0 ? 0 : await countRejected(runId)
      return { ...counts, failed: counts.failed - rejected, rejected }
    },

    /** Counts the payments of a run's own transactions: final, failed on the chain (again, where they were sent anew) and on hold. */
    async signedOutcome(runId: number): Promise<Omit<RunOutcomeCounts, 'open'>> {
      const { paid = 0, failed = 0, hold: held = 0 } = await attemptCounts(runId)
      return { paid, failed, held }
    },

    /**
     * Counts a run's results: what it paid and what failed from its attempts and failures, since those transfers may belong to a
     * later run by now, and what is on hold, signed or not, from its list, which a transfer on hold stays on.
     */
    async outcome(runId: number): Promise<RunOutcomeCounts> {
      const { paid = 0 } = await attemptCounts(runId)
      const { hold: held, queued, in_flight: inFlight } = await transferCounts(runId)
      // A list that is filled again after a rejection records it among them.
      const failures = db.selectFrom('transfer_failure').where('reason', '<>', CLAIM_REJECTED)
      const failed = await countRows(failures.where('runId', '=', runId))
      return { paid, held, failed, open: queued + inFlight }
    },

    /** Sums the costs of a run's settled transactions: fees of all that landed, rent of those that paid. */
    async cost(runId: number): Promise<RunCost> {
      const rows = await db
        .selectFrom('attempt_tally')
        .select(({ ref, fn }) => [
          'state',
          fn.sum<number>('attempts').as('count'),
          sumDecimals.of(dialect, ref('feeLamports')).as('fee'),
          sumDecimals.of(dialect, ref('rentLamports')).as('rent'),
        ])
        .where('runId', '=', runId)
        .where('state', 'in', ['paid', 'failed'])
        .groupBy('state')
        .execute()
      const cost: RunCost = { feeLamports: 0n, rentLamports: 0n, transactions: 0 }
      for (const { state, count, fee, rent } of rows) {
        cost.transactions += Number(count)
        cost.feeLamports += BigInt(fee)
        if (state === 'paid') cost.rentLamports += BigInt(rent)
      }
      return cost
    },

    /** Lists a run's payments by transaction, without those under way or on hold. */
    async payments(runId: number): Promise<TransactionPayments[]> {
      const rows = await carriedTransfers(db)
        .where('attempt.runId', '=', runId)
        .where('attempt.state', '=', 'paid')
        .select(({ ref, fn }) => [
          // An operator may have settled an attempt by another transaction than its own.
          ref('transfer.paidTx').$notNull().as('signature'),
          fn.max('attempt.slot').as('slot'),
          fn.countAll<number>().as('payments'),
          sumDecimals.of(dialect, ref('transfer.baseUnits')).as('baseUnits'),
        ])
        .groupBy('transfer.paidTx')
        .execute()
      return rows.map(({ signature, slot, payments, baseUnits }) => ({
        signature,
        slot,
        payments: Number(payments),
        baseUnits: BigInt(baseUnits),
      }))
    },
  }
}
