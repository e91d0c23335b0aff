import type { Database } from './database.ts'

/** Keeps the devices and addresses that signed in, by keyed hashes, until they are forgotten. */
export function createKnownClientStore({ db }: Database) {
  return {
    async isKnown(client: string, nowMs: number): Promise<boolean> {
      const row = await db
        .selectFrom('known_client')
        .select('endsAtMs')
        .where('client', '=', client)
        .executeTakeFirst()
      return row !== undefined && row.endsAtMs > nowMs
    },

    async remember(client: string, terms: { nowMs: number; endsAtMs: number }): Promise<void> {
      const { nowMs, endsAtMs } = terms
      await db.deleteFrom('known_client').where('endsAtMs', '<=', nowMs).execute()
      await db
        .insertInto('known_client')
        .values({ client, endsAtMs })
        .onConflict((conflict) => conflict.column('client').doUpdateSet({ endsAtMs }))
        .execute()
    },
  }
}
