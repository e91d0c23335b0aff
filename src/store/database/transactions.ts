import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Dialect } from './database.ts'
import type { Schema } from './schema.ts'

/** How long a statement may take that goes through a whole list. */
export const LONG_STATEMENT_MS = 15 * 60_000

/** What lifts the limits of time until the end of a transaction. The pool looks out for it (see open-postgres.ts). */
export const LIFT_LIMITS = `set local statement_timeout = ${LONG_STATEMENT_MS}`

/** Lets the statements of this transaction take as long as a whole list takes. Locks are still waited for no longer than others. */
export async function allowLongStatements(tx: Kysely<Schema>, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') await sql.raw(LIFT_LIMITS).execute(tx)
}

/** Runs statements that go through a whole list, in one commit. */
export function inLongTransaction<T>(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await allowLongStatements(tx, dialect)
    return await work(tx)
  })
}

/**
 * Runs writes of which a power cut may take the last away, in one commit: of what nobody has been told of, as rows of a version that is not
 * published. SQLite does not wait for the disk with it. The next commit of any other kind does, and makes all before it last as well.
 */
export function inStagingTransaction<T>(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  if (dialect === 'postgres') return db.transaction().execute(work)
  // There is one connection: no other commit comes in between.
  return db.connection().execute(async (connection) => {
    await setSynchronous(connection, 'normal')
    try {
      return await connection.transaction().execute(work)
    } finally {
      await setSynchronous(connection, 'full')
    }
  })
}

async function setSynchronous(connection: Kysely<Schema>, level: 'normal' | 'full'): Promise<void> {
  await sql`pragma synchronous = ${sql.raw(level)}`.execute(connection)
}
