import { createHash } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartRefusedError } from '#domain/refused-error.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { FIRST_MIGRATION, MIGRATIONS, type Migrations } from '#store/migrations/migrations.ts'
import type { Dialect } from './database.ts'
import type { Schema } from './schema.ts'
import { allowLongStatements } from './transactions.ts'

/** The only migration of 0.1.0. Its store is not taken over. */
const MIGRATION_OF_0_1_0 = '001-first-crossing'

/** A row of the migrator's table. Builds before the digest was kept have no such column. */
export interface AppliedMigration {
  name: string
  digest?: string | null
}

/** Reads AppliedMigration, by whatever driver, where the table is there. */
export const APPLIED_MIGRATIONS = 'select * from kysely_migration order by name'

/**
 * Refuses a store that this build did not make and can not bring up to date, before anything is read from it or written to it: every
 * part that opens a store asks here. Throws StartRefusedError.
 */
export async function assertKnownSchema(
  applied: readonly AppliedMigration[],
  dialect: Dialect,
  migrations = MIGRATIONS,
): Promise<void> {
  if (applied.some(({ name }) => name === MIGRATION_OF_0_1_0)) {
    throw new StartRefusedError(
      'This database was made by Ferry 0.1.0, which is older, and no later version takes it over. Nothing was changed. Start 0.1.0 on it, pay what is owed and keep its exports, then begin with an empty database: docs/operations/upgrade.md',
    )
  }
  for (const { name } of applied) {
    if (Object.hasOwn(migrations, name)) continue
    throw new StartRefusedError(
      `The database was made by a newer version of Ferry: it has ${name}, which this one does not know. Start that version, or restore the backup from before the upgrade.`,
    )
  }
  for (const { name, digest } of applied) {
    if (digest === (await migrationDigest(name, dialect, migrations))) continue
    throw new StartRefusedError(
      `This database was made by another build of Ferry: its ${name} is not the one of this build, which would find other tables than it expects. Nothing was changed. Start the build that made it. To go on with this one, pay what is owed under that build and keep its exports, then begin with an empty database: docs/operations/upgrade.md`,
    )
  }
}

/** Computes the SHA-256 over the statements by which a migration makes an empty store. */
export async function migrationDigest(
  name: string,
  dialect: Dialect,
  migrations = MIGRATIONS,
): Promise<string> {
  const hash = createHash('sha256')
  const db = new Kysely<unknown>({
    dialect: {
      createDriver: () => new DummyDriver(),
      ...(dialect === 'sqlite'
        ? {
            createAdapter: () => new SqliteAdapter(),
            createIntrospector: (each) => new SqliteIntrospector(each),
            createQueryCompiler: () => new SqliteQueryCompiler(),
          }
        : {
            createAdapter: () => new PostgresAdapter(),
            createIntrospector: (each) => new PostgresIntrospector(each),
            createQueryCompiler: () => new PostgresQueryCompiler(),
          }),
    },
    log: ({ query }) => void hash.update(`${JSON.stringify([query.sql, query.parameters])}\n`),
  })
  await migrations[name]?.(db, dialect)
  return hash.digest('hex')
}

/** Of the advisory lock that the migrator takes itself, but only after it has made its first tables. */
const LOCK_ID = sql.lit('3853314791062309107')

/**
 * Brings the schema up to date, in one commit; servers that start at once wait for each other. True when there was none before: the
 * store is new. Throws StartRefusedError when the database was made by another Ferry (see assertKnownSchema), or its schema is to be changed
 * by a role that may not: it is left as it is.
 */
export function migrate(db: Kysely<Schema>, dialect: Dialect, migrations = MIGRATIONS): Promise<boolean> {
  return dialect === 'postgres' ? migratePostgres(db, migrations) : migrateSqlite(db, migrations)
}

async function migratePostgres(db: Kysely<Schema>, migrations: Migrations): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => {
      await allowLongStatements(tx, 'postgres')
      await sql`set local lock_timeout = 0`.execute(tx)
      await sql`select pg_advisory_xact_lock(${LOCK_ID}::bigint)`.execute(tx)
      return await migrateWithin(tx, 'postgres', migrations)
    })
  } catch (error) {
    if (error instanceof StartRefusedError || error instanceof StoreUnavailableError) throw error
    // Asked, not read from the error: the migrator passes over it where its own first table can not be made.
    const { mayChange, mayRead } = await rightsOnSchema(db)
    if (mayChange) throw error
    throw new StartRefusedError(
      mayRead
        ? 'The schema is older than this version of Ferry, and the role of DATABASE_URL may not change it: run "npm run migrate" as its owner.'
        : 'The tables belong to another role, and the role of DATABASE_URL may not read them: see docs/operations/postgresql.md.',
    )
  }
}

/** Whether the role may make tables, and owns those that there are; and whether it may read which migrations were made. */
async function rightsOnSchema(db: Kysely<Schema>): Promise<{ mayChange: boolean; mayRead: boolean }> {
  const { rows } = await sql<{ mayChange: boolean; mayRead: boolean }>`
    select coalesce(has_schema_privilege(current_schema(), 'create'), false) and not exists (
      select from pg_tables
      where schemaname = current_schema() and not pg_has_role(tableowner, 'usage')
    ) as may_change,
    coalesce(has_table_privilege(to_regclass('kysely_migration'), 'select'), true) as may_read`.execute(db)
  return rows[0] ?? { mayChange: false, mayRead: true }
}

/** SQLite undoes a change of the schema as well, which the migrator does not know: so the transaction is ours. */
function migrateSqlite(db: Kysely<Schema>, migrations: Migrations): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    try {
      const isNew = await migrateWithin(connection, 'sqlite', migrations)
      await sql`commit`.execute(connection)
      return isNew
    } catch (error) {
      await sql`rollback`.execute(connection)
      throw error
    }
  })
}

async function migrateWithin(db: Kysely<Schema>, dialect: Dialect, migrations: Migrations): Promise<boolean> {
  await assertKnownSchema(await readApplied(db, dialect), dialect, migrations)
  const provided: Record<string, Migration> = {}
  for (const [name, up] of Object.entries(migrations)) provided[name] = { up: (tx) => up(tx, dialect) }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => provided } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw explained(error)
  const made = results.map(({ migrationName }) => migrationName)
  const isNew = made.includes(FIRST_MIGRATION)
  if (isNew) await sql`alter table kysely_migration add column digest text`.execute(db)
  for (const name of made) {
    const digest = await migrationDigest(name, dialect, migrations)
    await sql`update kysely_migration set digest = ${digest} where name = ${name}`.execute(db)
  }
  return isNew
}

async function readApplied(db: Kysely<Schema>, dialect: Dialect): Promise<AppliedMigration[]> {
  const found =
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_schema where name = 'kysely_migration'`
      : sql`select 1 where to_regclass('kysely_migration') is not null`
  if ((await found.execute(db)).rows.length === 0) return []
  return (await sql.raw<AppliedMigration>(APPLIED_MIGRATIONS).execute(db)).rows
}

function explained(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new Error(`The database can not be brought up to date: ${message}`, { cause: error })
}
