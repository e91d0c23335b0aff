import type { Database } from '#store/database.ts'
import type { SenderRow } from '#store/schema.ts'

export type SenderStore = ReturnType<typeof createSenderStore>

/** The configured sending wallet. Its key is sealed before it comes here. */
export function createSenderStore({ db }: Database) {
  return {
    find(): Promise<SenderRow | undefined> {
      return db.selectFrom('sender').selectAll().where('kind', '=', 'bulk').executeTakeFirst()
    },

    async save(sender: SenderRow): Promise<void> {
      const { kind: _key, ...rest } = sender
      await db
        .insertInto('sender')
        .values(sender)
        .onConflict((conflict) => conflict.column('kind').doUpdateSet(rest))
        .execute()
    },
  }
}
