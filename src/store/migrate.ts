import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Dialect } from './dialect.ts'
import { up as initialSchema } from './migrations/001-initial-schema.ts'
import type { Schema } from './schema.ts'

type Up = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>

const FIRST_MIGRATION = '001-initial-schema'

const MIGRATIONS: Record<string, Up> = { [FIRST_MIGRATION]: initialSchema }

/**
 * Brings the schema up to date. True when there was none before: the store is new. Throws when the database was made by a
 * newer Ferry: it is left as it is.
 */
export async function migrate(db: Kysely<Schema>, dialect: Dialect): Promise<boolean> {
  const migrations: Record<string, Migration> = {}
  for (const [name, up] of Object.entries(MIGRATIONS)) migrations[name] = { up: (tx) => up(tx, dialect) }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error)
    throw new Error(`The database can not be brought up to date: ${describe(error)}`, { cause: error })
  return results?.some(({ migrationName }) => migrationName === FIRST_MIGRATION) ?? false
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.includes('is missing') ? `it was made by a newer version of Ferry (${message})` : message
}
