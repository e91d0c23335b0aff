import type { Database } from '#store/database.ts'
import type { JournaledAttempt } from '#store/journal.ts'
import type { TransferRow } from '#store/schema.ts'

/** An attempt on hold and the transfers that it carries, in their order. */
export interface Hold {
  attempt: JournaledAttempt
  /** Of the token that it moves. */
  mintDecimals: number
  transfers: TransferRow[]
}

/** More holds than a person can look through would be another kind of trouble. */
const MAX_HOLDS = 200

export type HoldStore = ReturnType<typeof createHoldStore>

/** What can not be decided without a person, or until evidence appears. */
export function createHoldStore({ db }: Database) {
  return {
    /** The oldest 200. */
    async list(): Promise<Hold[]> {
      const attempts = await db
        .selectFrom('attempt')
        .innerJoin('run', 'run.id', 'attempt.run_id')
        .selectAll('attempt')
        .select('run.mint_decimals')
        .where('attempt.state', '=', 'hold')
        .orderBy('attempt.journaled_at_ms')
        .limit(MAX_HOLDS)
        .execute()
      if (attempts.length === 0) return []
      const transfers = await db
        .selectFrom('attempt_transfer')
        .innerJoin('transfer', 'transfer.id', 'attempt_transfer.transfer_id')
        .selectAll('transfer')
        .select('attempt_transfer.attempt_id')
        .where(
          'attempt_transfer.attempt_id',
          'in',
          attempts.map(({ id }) => id),
        )
        .orderBy('attempt_transfer.position')
        .execute()
      const byAttempt = Map.groupBy(transfers, ({ attempt_id }) => attempt_id)
      return attempts.map(({ mint_decimals, ...attempt }) => ({
        attempt: attempt as JournaledAttempt,
        mintDecimals: mint_decimals,
        transfers: byAttempt.get(attempt.id) ?? [],
      }))
    },

    /** The transfers that an unresolved attempt carries. */
    transfers(attemptId: string): Promise<TransferRow[]> {
      return db
        .selectFrom('attempt_transfer')
        .innerJoin('transfer', 'transfer.id', 'attempt_transfer.transfer_id')
        .selectAll('transfer')
        .where('attempt_transfer.attempt_id', '=', attemptId)
        .where('attempt_transfer.live', '=', 1)
        .execute()
    },

    /** An attempt by its id, while it is on hold. */
    async find(attemptId: string): Promise<JournaledAttempt | undefined> {
      const row = await db
        .selectFrom('attempt')
        .selectAll()
        .where('id', '=', attemptId)
        .where('state', '=', 'hold')
        .executeTakeFirst()
      return row as JournaledAttempt | undefined
    },
  }
}
