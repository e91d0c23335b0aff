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
 * store is new. Throws StartRefusedError when the database was made by a newer Ferry, or its schema is to be changed by a role that may
 * not: it is left as it is.
 */
export function migrate(db: Kysely<Schema>, dialect: Dialect): Promise<boolean> {
  return dialect === 'postgres' ? migratePostgres(db) : migrateSqlite(db)
}

async function migratePostgres(db: Kysely<Schema>): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => {
      await allowLongStatements(tx, 'postgres')
      await sql`set local lock_timeout = 0`.execute(tx)
      await sql`select pg_advisory_xact_lock(${LOCK_ID}::bigint)`.execute(tx)
      return await migrateWithin(tx, 'postgres')
    })
  } catch (error) {
    if (error instanceof StartRefusedError || error instanceof StoreUnavailableError) throw error
    // Asked, not read from the error: the migrator passes over it where its own first table can not be made.
    if (await mayChangeSchema(db)) throw error
    throw new StartRefusedError(
      'The schema is older than this version of Ferry, and the role of DATABASE_URL may not change it: run "npm run migrate" as its owner.',
    )
  }
}

/** Whether the role may make tables, and owns those that there are. */
async function mayChangeSchema(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ mayChange: boolean }>`
    select coalesce(has_schema_privilege(current_schema(), 'create'), false) and not exists (
      select from pg_tables
      where schemaname = current_schema() and not pg_has_role(tableowner, 'usage')
    ) as may_change`.execute(db)
  return rows[0]?.mayChange ?? false
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
  const [, unknown] = /migration (\S+) is missing/.exec(message) ?? []
  if (unknown !== undefined) {
    return new StartRefusedError(
      `The database was made by a newer version of Ferry: it has ${unknown}, which this one does not know. Start that version, or restore the backup from before the upgrade.`,
    )
  }
  return new Error(`The database can not be brought up to date: ${message}`, { cause: error })
}
