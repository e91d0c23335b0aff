import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartRefusedError } from '#domain/start-refused-error.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import type { Dialect } from './dialect.ts'
import { allowLongStatements } from './long-statements.ts'
import { up as initialSchema } from './migrations/001-initial-schema.ts'
import type { Schema } from './schema.ts'

type Up = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>

const FIRST_MIGRATION = '001-initial-schema'

const MIGRATIONS: Record<string, Up> = { [FIRST_MIGRATION]: initialSchema }

/** Of the advisory lock that the migrator takes itself, but only after it has made its first tables. */
const LOCK_ID = sql.lit('3853314791062309107')

/**
 * Brings the schema up to date, in one commit; servers that start at once wait for each other. True when there was none before: the
 * store is new. Throws StartRefusedError when the database was made by a newer Ferry: it is left as it is.
 */
export function migrate(db: Kysely<Schema>, dialect: Dialect): Promise<boolean> {
  return dialect === 'postgres' ? migratePostgres(db) : migrateSqlite(db)
}

function migratePostgres(db: Kysely<Schema>): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await allowLongStatements(tx, 'postgres')
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${LOCK_ID}::bigint)`.execute(tx)
    return await migrateWithin(tx, 'postgres')
  })
}

/** SQLite undoes a change of the schema as well, which the migrator does not know: so the transaction is ours. */
function migrateSqlite(db: Kysely<Schema>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    try {
      const isNew = await migrateWithin(connection, 'sqlite')
      await sql`commit`.execute(connection)
      return isNew
    } catch (error) {
      await sql`rollback`.execute(connection)
      throw error
    }
  })
}

async function migrateWithin(db: Kysely<Schema>, dialect: Dialect): Promise<boolean> {
  const migrations: Record<string, Migration> = {}
  for (const [name, up] of Object.entries(MIGRATIONS)) migrations[name] = { up: (tx) => up(tx, dialect) }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw explained(error)
  return results?.some(({ migrationName }) => migrationName === FIRST_MIGRATION) ?? false
}

function explained(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (message.includes('is missing')) {
    return new StartRefusedError(
      `The database can not be brought up to date: it was made by a newer version of Ferry (${message})`,
    )
  }
  return new Error(`The database can not be brought up to date: ${message}`, { cause: error })
}
