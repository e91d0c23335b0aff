import type { Maker, Passkey } from '#domain/passkey.ts'
import type { Database } from './database/database.ts'
import type { NewOperatorAction } from './database/schema.ts'
import { recordAction } from './operator-actions.ts'

/** Keeps the passkeys that money asks for, under their seals. */
export function createPasskeyStore({ db }: Database) {
  return {
    list: (): Promise<Passkey[]> => db.selectFrom('passkey').selectAll().orderBy('createdAtMs').execute(),

    /** Adds one, and records it. Returns false where its credential is registered already. */
    async add(passkey: Passkey, action: NewOperatorAction): Promise<boolean> {
      return await db.transaction().execute(async (tx) => {
        const added = await tx
          .insertInto('passkey')
          .values(passkey)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (added.numInsertedOrUpdatedRows !== 1n) return false
        await recordAction(tx, action)
        return true
      })
    },

    /** Removes one, and records it. Returns false where there is none. */
    async remove(id: string, action: NewOperatorAction): Promise<boolean> {
      return await db.transaction().execute(async (tx) => {
        const { numDeletedRows } = await tx.deleteFrom('passkey').where('id', '=', id).executeTakeFirst()
        if (numDeletedRows !== 1n) return false
        await recordAction(tx, action)
        return true
      })
    },

    /** Notes an answer. Returns false where it has answered this challenge, or a newer one: each answer is good for one action. */
    async noteAnswer(
      id: string,
      { issuedAtMs, counter, nowMs }: { issuedAtMs: number; counter: number; nowMs: number },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('passkey')
        .set({ answeredAtMs: issuedAtMs, counter, lastUsedAtMs: nowMs })
        .where('id', '=', id)
        .where('answeredAtMs', '<', issuedAtMs)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}

/** Keeps who uploaded a distribution or published a list, under a seal. */
export function createMakerStore({ db }: Database) {
  return {
    async note(maker: Maker): Promise<void> {
      await db
        .insertInto('maker')
        .values(maker)
        .onConflict((conflict) => conflict.column('subject').doUpdateSet(maker))
        .execute()
    },

    find: (subject: string): Promise<Maker | undefined> =>
      db.selectFrom('maker').selectAll().where('subject', '=', subject).executeTakeFirst(),
  }
}
