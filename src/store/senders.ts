import type { Sender, SenderKind } from '#domain/sender.ts'
import type { Database } from './database.ts'

export type SenderStore = ReturnType<typeof createSenderStore>

/** Keeps the configured sending wallets, one for each sender. Their keys are sealed before they come here. */
export function createSenderStore({ db }: Database) {
  return {
    find(kind: SenderKind): Promise<Sender | undefined> {
      return db.selectFrom('sender').selectAll().where('kind', '=', kind).executeTakeFirst()
    },

    async save({ kind, fallbackRpcUrls, mintExtensions, ...terms }: Sender): Promise<void> {
      const columns = {
        ...terms,
        fallbackRpcUrls: JSON.stringify(fallbackRpcUrls),
        mintExtensions: JSON.stringify(mintExtensions),
      }
      await db
        .insertInto('sender')
        .values({ kind, ...columns })
        .onConflict((conflict) => conflict.column('kind').doUpdateSet(columns))
        .execute()
    },
  }
}
