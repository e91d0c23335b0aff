import { sql } from 'kysely'
import type { RepeatedPayments } from '#domain/repeated-payments.ts'
import type { Run } from '#domain/run.ts'
import type { Transaction } from './attempt-endings.ts'
import type { Database } from './database.ts'
import { inLongTransaction } from './long-statements.ts'
import { readRepeatedPayments } from './repeated-payments.ts'
import type { NewOperatorAction, NewRun } from './schema.ts'

/** A run over a distribution that is to begin. */
export interface DistributionStart {
  run: NewRun & { distributionId: string }
  /** Returns the record of what was confirmed, null where nothing has to be, and undefined where it was not confirmed. */
  confirm(repeated: RepeatedPayments): NewOperatorAction | null | undefined
}

/** The run that has begun; or what keeps it from beginning, `repeated` where it has to be confirmed first. */
export type DistributionStartOutcome =
  | { kind: 'begun'; run: Run }
  | { kind: 'run_in_progress' | 'no_distribution' }
  | { kind: 'repeated'; repeated: RepeatedPayments }

/** The result of a deletion. */
export type RemovalOutcome = 'done' | 'no_distribution' | 'distribution_begun'

/** Begins the runs of distributions, and deletes distributions that have none. */
export function createDistributionRunStore({ db, dialect }: Database) {
  return {
    /**
     * Begins a run over a distribution. In the same commit, while no other run begins, it is compared with what was paid before:
     * of two starts of the same payments at once, the second one sees the first.
     */
    begin({ run, confirm }: DistributionStart): Promise<DistributionStartOutcome> {
      return inLongTransaction({ db, dialect }, async (tx): Promise<DistributionStartOutcome> => {
        await keepOthersFromBeginning(tx, dialect)
        const distribution = await tx
          .selectFrom('distribution')
          .selectAll()
          .where('id', '=', run.distributionId)
          .$if(dialect === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst()
        if (!distribution) return { kind: 'no_distribution' }
        const repeated = await readRepeatedPayments(tx, distribution)
        const confirmed = confirm(repeated)
        if (confirmed === undefined) return { kind: 'repeated', repeated }
        const begun = await tx
          .insertInto('run')
          .values(run)
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst()
        if (!begun) return { kind: 'run_in_progress' }
        if (confirmed) await tx.insertInto('operator_action').values(confirmed).execute()
        return { kind: 'begun', run: begun }
      })
    },

    /** Deletes a distribution with its rows, and records who asked for it; never one that a run was begun for, or of which anything was paid. */
    remove(id: string, action: NewOperatorAction): Promise<RemovalOutcome> {
      return inLongTransaction({ db, dialect }, async (tx): Promise<RemovalOutcome> => {
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
        await tx.insertInto('operator_action').values(action).execute()
        return 'done'
      })
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
