import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Failed sign-ins by client address, for all servers together. */
export function createSignInFailureStore({ db }: Database) {
  return {
    /** Returns how many are counted for a client, and when its window ends. Writes nothing. */
    async read(client: string, nowMs: number): Promise<{ failures: number; endsAtMs: number } | null> {
      const row = await db
        .selectFrom('sign_in_failure')
        .select(['failures', 'endsAtMs'])
        .where('client', '=', client)
        .where('endsAtMs', '>', nowMs)
        .executeTakeFirst()
      return row ?? null
    },

    /**
     * Counts one, unless there are `max` of them within the window that the first began. Null where it was counted, else when the
     * window ends.
     */
    async count(
      client: string,
      terms: { max: number; windowMs: number; nowMs: number },
    ): Promise<number | null> {
      const { max, windowMs, nowMs } = terms
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
      if (counted) return null
      const row = await this.read(client, nowMs)
      return row?.endsAtMs ?? nowMs
    },

    async forget(client: string): Promise<void> {
      await db.deleteFrom('sign_in_failure').where('client', '=', client).execute()
    },
  }
}
