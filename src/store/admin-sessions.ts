import { sql } from 'kysely'
import type { Observe } from '#domain/portal-event.ts'
import type { Database } from './database/database.ts'
import type { NewOperatorAction } from './database/schema.ts'
import { recordAction } from './operator-actions.ts'

/** Until when a session lasts, and when it was last used. */
interface StoredSession {
  expiresAtMs: number
  lastUsedAtMs: number
}

/** A session as it is listed. */
export interface ListedSession extends StoredSession {
  tokenHash: string
  createdAtMs: number
  /** What it was opened with; null where that was not kept. */
  browser: string | null
}

/** Keeps sessions by a keyed hash of their token: the token itself is nowhere stored. */
export function createAdminSessionStore({ db }: Database, observe: Observe) {
  return {
    /** Adds a session, and clears those that have expired. */
    async add(session: Omit<ListedSession, 'lastUsedAtMs'>, action: NewOperatorAction): Promise<void> {
      const { createdAtMs: nowMs } = session
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('admin_session').where('expiresAtMs', '<=', nowMs).execute()
        await tx
          .insertInto('admin_session')
          .values({ ...session, lastUsedAtMs: nowMs })
          .execute()
        await recordAction(tx, action)
      })
      observe({ event: 'signed_in' })
    },

    /** Newest first. */
    list(nowMs: number): Promise<ListedSession[]> {
      return db
        .selectFrom('admin_session')
        .selectAll()
        .where('expiresAtMs', '>', nowMs)
        .orderBy('createdAtMs', 'desc')
        .orderBy('tokenHash')
        .execute()
    },

    find(tokenHash: string): Promise<StoredSession | undefined> {
      return db
        .selectFrom('admin_session')
        .select(['expiresAtMs', 'lastUsedAtMs'])
        .where('tokenHash', '=', tokenHash)
        .executeTakeFirst()
    },

    async noteUse(tokenHash: string, nowMs: number): Promise<void> {
      await db
        .updateTable('admin_session')
        .set({ lastUsedAtMs: nowMs })
        .where('tokenHash', '=', tokenHash)
        .execute()
    },

    async revoke(tokenHash: string, action: NewOperatorAction): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('admin_session').where('tokenHash', '=', tokenHash).execute()
        await recordAction(tx, action)
      })
      observe({ event: 'signed_out' })
    },

    async revokeAll(action: NewOperatorAction): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('admin_session').execute()
        await recordAction(tx, action)
      })
      observe({ event: 'signed_out_everywhere' })
    },
  }
}

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
