import type { Database } from './database/database.ts'

/** Keeps which conditions somebody was alerted of that are not over yet: each is told once, whichever server tells it. */
export function createAlertStore({ db }: Database) {
  return {
    async begun(): Promise<Set<string>> {
      const rows = await db.selectFrom('alert').select('condition').execute()
      return new Set(rows.map(({ condition }) => condition))
    },

    async begin(condition: string, begunAtMs: number): Promise<void> {
      await db
        .insertInto('alert')
        .values({ condition, begunAtMs })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async end(condition: string): Promise<void> {
      await db.deleteFrom('alert').where('condition', '=', condition).execute()
    },
  }
}
