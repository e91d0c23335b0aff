import { sql } from 'kysely'
import type { Database } from '#store/database/database.ts'
import { inLongTransaction } from '#store/database/transactions.ts'
import type { Transaction } from '#store/payouts/attempt-endings.ts'

/** Thrown within a commit to undo it. */
class RunInProgressError extends Error {}

/**
 * Writes in one commit during which a cluster has no unfinished run and none begins; two of these wait for each other.
 * Gives `run_in_progress`, and nothing is written, when there is an unfinished one.
 */
export async function betweenRuns<T>(
  { db, dialect }: Database,
  genesisHash: string,
  write: (tx: Transaction) => Promise<T>,
): Promise<T | 'run_in_progress'> {
  try {
    return await inLongTransaction({ db, dialect }, async (tx) => {
      // SQLite has one writer anyway.
      if (dialect === 'postgres') await sql`lock table run in share row exclusive mode`.execute(tx)
      // An update, not a read: with it SQLite's transaction begins as a writing one.
      const unfinished = await tx
        .updateTable('run')
        .set(({ ref }) => ({ state: ref('state') }))
        .where('genesisHash', '=', genesisHash)
        .where('state', 'in', ['running', 'stopping'])
        .executeTakeFirst()
      if (unfinished.numUpdatedRows > 0n) throw new RunInProgressError()
      return await write(tx)
    })
  } catch (error) {
    if (error instanceof RunInProgressError) return 'run_in_progress'
    throw error
  }
}
