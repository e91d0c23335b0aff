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
} from 'kysely'
import { StartRefusedError } from '#domain/start-refused-error.ts'
import { up as initialSchema } from '#store/migrations/001-initial-schema.ts'
import { up as receiptKeys } from '#store/migrations/002-receipt-keys.ts'
import { up as unseenWarnings } from '#store/migrations/003-unseen-warnings.ts'
import { up as paidFrom } from '#store/migrations/004-paid-from.ts'
import { up as whoActed } from '#store/migrations/005-who-acted.ts'
import { up as passkeys } from '#store/migrations/006-passkeys.ts'
import type { Dialect } from './dialect.ts'

export type Migrations = Readonly<Record<string, (db: Kysely<unknown>, dialect: Dialect) => Promise<void>>>

export const FIRST_MIGRATION = '001-initial-schema'

export const MIGRATIONS: Migrations = {
  [FIRST_MIGRATION]: initialSchema,
  '002-receipt-keys': receiptKeys,
  '003-unseen-warnings': unseenWarnings,
  '004-paid-from': paidFrom,
  '005-who-acted': whoActed,
  '006-passkeys': passkeys,
}

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
