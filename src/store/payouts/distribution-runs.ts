import { sql } from 'kysely'
import type { Observe } from '#domain/portal-event.ts'
import type { RepeatedPayments } from '#domain/repeated-payments.ts'
import type { Run } from '#domain/run.ts'
import type { Database } from '#store/database/database.ts'
import type { NewOperatorAction, NewRun } from '#store/database/schema.ts'
import { inLongTransaction } from '#store/database/transactions.ts'
import { recordAction } from '#store/operator-actions.ts'
import type { Transaction } from './attempt-endings.ts'
import type { JudgedPayments } from './judged-payments.ts'
import { leaveOutRepeats, readRepeatedPayments } from './repeated-payments.ts'
import { insertRun, tellOfRun } from './run-lists.ts'

/** A run over a distribution that is to begin. */
export interface DistributionStart {
  run: NewRun & { distributionId: string }
  decide(repeated: RepeatedPayments): RepeatDecision
  /** What was judged of what it owes, without rows to be left out; where that changed meanwhile, `begin` throws OtherPaymentsError. */
  judged?: JudgedPayments | null
}

/** What becomes of the rows that were paid before: nothing begins; they are paid again; or they are left out. With its record, if any. */
export type RepeatDecision = { kind: 'ask' } | { kind: 'pay' | 'leave_out'; action: NewOperatorAction | null }

/**
 * The run that has begun, or what keeps it from beginning: `repeated` where it has to be confirmed first, `only_repeats` where nothing
 * would be left of it.
 */
export type DistributionStartOutcome =
  | { kind: 'begun'; run: Run }
  | { kind: 'run_in_progress' | 'no_distribution' | 'only_repeats' }
  | { kind: 'repeated'; repeated: RepeatedPayments }

/** The result of a deletion. */
export type RemovalOutcome = 'done' | 'no_distribution' | 'distribution_begun'

/** Begins the runs of distributions, and deletes distributions that have none. */
export function createDistributionRunStore({ db, dialect }: Database, observe: Observe) {
  return {
    /**
     * Begins a run over a distribution. In the same commit, while no other run begins, what it owes is compared with what was paid
     * before, and what is left of it then is the run's list: nothing comes between what was decided about and what is on the list, and
     * of two starts of the same payments at once, the second one sees the first.
     */
    async begin({ run, decide, judged = null }: DistributionStart): Promise<DistributionStartOutcome> {
      const outcome = await inLongTransaction(
        { db, dialect },
        async (tx): Promise<DistributionStartOutcome> => {
          await keepOthersFromBeginning(tx, dialect)
          const distribution = await tx
            .selectFrom('distribution')
            .selectAll()
            .where('id', '=', run.distributionId)
            .$if(dialect === 'postgres', (query) => query.forUpdate())
            .executeTakeFirst()
          if (!distribution) return { kind: 'no_distribution' }
          const repeated = await readRepeatedPayments(tx, dialect, distribution)
          const decision = decide(repeated)
          if (decision.kind === 'ask') return { kind: 'repeated', repeated }
          const isLeaving = decision.kind === 'leave_out' && repeated.rows > 0
          if (isLeaving && repeated.rows === repeated.of) return { kind: 'only_repeats' }
          const begun = await insertRun(tx, dialect, run, {
            judged,
            leaveOut: isLeaving ? ({ id }) => leaveOutRepeats(tx, distribution, id) : undefined,
          })
          if (!begun) return { kind: 'run_in_progress' }
          if (decision.action) await recordAction(tx, decision.action)
          return { kind: 'begun', run: begun }
        },
      )
      if (outcome.kind === 'begun') tellOfRun(observe, outcome.run)
      return outcome
    },

    /** Deletes a distribution with its rows, and records who asked for it; never one that a run was begun for, or of which anything was paid. */
    async remove(id: string, action: NewOperatorAction): Promise<RemovalOutcome> {
      const outcome = await inLongTransaction({ db, dialect }, async (tx): Promise<RemovalOutcome> => {
        await keepOthersFromBeginning(tx, dialect)
        const found = await tx
          .selectFrom('distribution')
          .select('id')
          .where('id', '=', id)
          .$if(dialect === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst()
        if (!found) return 'no_distribution'
        if (await hasBegun(tx, id)) return 'distribution_begun'
        await tx.deleteFrom('transfer').where('distributionId', '=', id).execute()
        await tx.deleteFrom('distribution').where('id', '=', id).execute()
        await recordAction(tx, action)
        return 'done'
      })
      if (outcome === 'done') observe({ event: 'distribution_deleted', distributionId: id })
      return outcome
    },
  }
}

/** No run begins until the commit. SQLite has one writer, and a transaction that begins with an update is one. */
async function keepOthersFromBeginning(tx: Transaction, dialect: Database['dialect']): Promise<void> {
  if (dialect === 'postgres') await sql`lock table run in share row exclusive mode`.execute(tx)
  else await sql`update run set state = state where id < 0`.execute(tx)
}

async function hasBegun(tx: Transaction, id: string): Promise<boolean> {
  const run = await tx
    .selectFrom('run')
    .select('id')
    .where('distributionId', '=', id)
    .limit(1)
    .executeTakeFirst()
  const touched = await tx
    .selectFrom('transfer')
    .select('id')
    .where('distributionId', '=', id)
    .where(({ or, eb }) => or([eb('state', '<>', 'queued'), eb('runId', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return run !== undefined || touched !== undefined
}
