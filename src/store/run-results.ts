import type { TransferState } from '#domain/payout-states.ts'
import { CLAIM_REJECTED } from './claim-rejected.ts'
import type { Database } from './database.ts'
import { sumDecimals } from './sum-decimals.ts'

export type TransferCounts = Record<TransferState, number>

/** The same, with the payments of claims that an operator rejected apart from those that failed. */
export type ProgressCounts = TransferCounts & { rejected: number }

/** The numbers of transfers that a run has paid, failed and left on hold, and of those on its list that are not settled. */
export interface RunOutcomeCounts {
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
export interface RunPayment {
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
  async function attemptCounts(runId: number) {
    const rows = await db
      .selectFrom('attempt_tally')
      .select(({ fn }) => ['state', fn.sum<number>('transfers').as('count')])
      .where('runId', '=', runId)
      .groupBy('state')
      .execute()
    return rows.map(({ state, count }) => ({ state, count: Number(count) }))
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
  async function countRejected(runId: number): Promise<number> {
    const row = await db
      .selectFrom('transfer')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('runId', '=', runId)
      .where('state', '=', 'failed')
      .where('failure', '=', CLAIM_REJECTED)
      .executeTakeFirstOrThrow()
    return Number(row.count)
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
      const rows = await attemptCounts(runId)
      const of = (state: (typeof rows)[number]['state']) =>
        rows.find((row) => row.state === state)?.count ?? 0
      return { paid: of('paid'), failed: of('failed'), held: of('hold') }
    },

    /**
     * Counts a run's results: what it paid and what failed from its attempts and failures, since those transfers may belong to a
     * later run by now, and what is on hold, signed or not, from its list, which a transfer on hold stays on.
     */
    async outcome(runId: number): Promise<RunOutcomeCounts> {
      const attempts = await attemptCounts(runId)
      const { hold: held, queued, in_flight: inFlight } = await transferCounts(runId)
      const failures = await db
        .selectFrom('transfer_failure')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('runId', '=', runId)
        // A list that is filled again after a rejection records it among them.
        .where('reason', '<>', CLAIM_REJECTED)
        .executeTakeFirst()
      const paid = attempts.find(({ state }) => state === 'paid')?.count ?? 0
      return { paid, held, failed: Number(failures?.count ?? 0), open: queued + inFlight }
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
    async payments(runId: number): Promise<RunPayment[]> {
      const rows = await db
        .selectFrom('attempt')
        .innerJoin('attempt_transfer', 'attempt_transfer.attemptId', 'attempt.id')
        .innerJoin('transfer', 'transfer.id', 'attempt_transfer.transferId')
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
