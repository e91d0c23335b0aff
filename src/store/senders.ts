import type { Sender, SenderKind } from '#domain/sender.ts'
import type { Database } from './database.ts'

/** The URLs of a sender's nodes, the first first. */
export function nodeUrlsOf(sender: Pick<Sender, 'rpcUrl' | 'fallbackRpcUrls'>): [string, ...string[]] {
  return [sender.rpcUrl, ...(JSON.parse(sender.fallbackRpcUrls) as string[])]
}

/** The names of the mint's extensions, as they were when the sender was configured. */
export function mintExtensionsOf({ mintExtensions }: Pick<Sender, 'mintExtensions'>): string[] {
  return JSON.parse(mintExtensions) as string[]
}

export type SenderStore = ReturnType<typeof createSenderStore>

/** The configured sending wallets, one for each sender. Their keys are sealed before they come here. */
export function createSenderStore({ db }: Database) {
  return {
    find(kind: SenderKind): Promise<Sender | undefined> {
      return db.selectFrom('sender').selectAll().where('kind', '=', kind).executeTakeFirst()
    },

    async save(sender: Sender): Promise<void> {
      const { kind: _key, ...rest } = sender
      await db
        .insertInto('sender')
        .values(sender)
        .onConflict((conflict) => conflict.column('kind').doUpdateSet(rest))
        .execute()
    },
  }
}
