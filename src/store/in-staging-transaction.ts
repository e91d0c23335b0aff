import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { Schema } from './schema.ts'

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
