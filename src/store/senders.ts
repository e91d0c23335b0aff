import type { Database } from '#store/database.ts'
import type { NewSender, SenderKind, SenderRow } from '#store/schema.ts'

export type SenderStore = ReturnType<typeof createSenderStore>

/** The configured sending wallets, one for each sender. Their keys are sealed before they come here. */
export function createSenderStore({ db }: Database) {
  return {
    find(kind: SenderKind): Promise<SenderRow | undefined> {
      return db.selectFrom('sender').selectAll().where('kind', '=', kind).executeTakeFirst()
    },

    async save(sender: NewSender): Promise<void> {
      const { kind: _key, ...rest } = sender
      await db
        .insertInto('sender')
        .values(sender)
        .onConflict((conflict) => conflict.column('kind').doUpdateSet(rest))
        .execute()
    },
  }
}
