import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Failed sign-ins by client address, for all servers together. */
export function createSignInFailureStore({ db }: Database) {
  /** Returns when the window of a client ends that has all its failures; null where it has some left. Writes nothing. */
  async function endOfFull(client: string, max: number, nowMs: number): Promise<number | null> {
    const row = await db
      .selectFrom('sign_in_failure')
      .select('endsAtMs')
      .where('client', '=', client)
      .where('failures', '>=', max)
      .where('endsAtMs', '>', nowMs)
      .executeTakeFirst()
    return row?.endsAtMs ?? null
  }

  return {
    /**
     * Counts one, unless there are `max` of them within the window that the first began. Null where it was counted, else when the
     * window ends.
     */
    async count(
      client: string,
      terms: { max: number; windowMs: number; nowMs: number },
    ): Promise<number | null> {
      const { max, windowMs, nowMs } = terms
      const endsAtMs = await endOfFull(client, max, nowMs)
      if (endsAtMs !== null) return endsAtMs
      await db.deleteFrom('sign_in_failure').where('endsAtMs', '<=', nowMs).execute()
      const counted = await db
        .insertInto('sign_in_failure')
        .values({ client, failures: 1, endsAtMs: nowMs + windowMs })
        .onConflict((conflict) =>
          conflict
            .column('client')
            .doUpdateSet({ failures: sql<number>`sign_in_failure.failures + 1` })
            .where('sign_in_failure.failures', '<', max),
        )
        .returning('client')
        .executeTakeFirst()
      return counted ? null : ((await endOfFull(client, max, nowMs)) ?? nowMs)
    },

    /** Takes one back that was counted. */
    async takeBack(client: string): Promise<void> {
      await db
        .updateTable('sign_in_failure')
        .set({ failures: sql<number>`failures - 1` })
        .where('client', '=', client)
        .where('failures', '>', 0)
        .execute()
    },

    async forget(client: string): Promise<void> {
      await db.deleteFrom('sign_in_failure').where('client', '=', client).execute()
    },
  }
}
