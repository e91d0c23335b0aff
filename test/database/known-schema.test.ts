import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { MIGRATIONS } from '#store/migrations/migrations.ts'
import { backUpSqlite } from '#store/tools/back-up-sqlite.ts'
import { copyStore, reopenStore } from '#store/tools/copying/copy-store.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { makeRelease, makeSchema, readRelease, readTables } from '../harness/release-store.ts'
import { startPortal } from '../harness/start-portal.ts'

let folder: string

describe('known schema', () => {
  const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64')
  const OTHER_KEY = Buffer.alloc(32, 2).toString('base64')
  const postgres = forAllTests(startPostgres)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ferry-schema-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const ENGINES = ['SQLite', 'PostgreSQL'] as const

  /** Where `DATA_DIR` has the database, or `DATABASE_URL`. */
  const newLocation = (engine: (typeof ENGINES)[number]) =>
    engine === 'SQLite' ? join(folder, 'ferry.sqlite') : postgres.createDatabase()

  async function execute(location: string, ...statements: string[]): Promise<unknown[]> {
    const results: unknown[] = []
    if (!location.startsWith('postgres')) {
      const file = new SqliteDatabase(location)
      for (const text of statements) {
        const statement = file.prepare(text)
        results.push(statement.reader ? statement.all() : statement.run())
      }
      file.close()
      return results
    }
    const client = new pg.Client({ connectionString: location })
    await client.connect()
    for (const text of statements) results.push((await client.query(text)).rows)
    await client.end()
    return results
  }

  const LIST_TABLES = {
    SQLite: `select name, sql from sqlite_schema order by name`,
    PostgreSQL: `select table_name, column_name from information_schema.columns
    where table_schema = current_schema() order by 1, 2`,
  }

  /** What Kysely's migrator keeps, and the tables that both versions have. */
  const madeBy010 = (location: string) =>
    execute(
      location,
      'create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)',
      'create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)',
      `insert into kysely_migration_lock values ('migration_lock', 0)`,
      `insert into kysely_migration values ('001-first-crossing', '2026-11-20T00:00:00.000Z')`,
      'create table claim (id text primary key, evm_address text not null)',
      `insert into claim values ('c', '0x00')`,
    )

  const madeByThis = async (location: string) => (await openDatabase(location)).close()

  async function madeByOther(location: string): Promise<void> {
    await madeByThis(location)
    await execute(location, `update kysely_migration set digest = 'that of another build'`)
  }

  /** Builds before the digest was kept, of which there are many. */
  async function madeByEarlier(location: string): Promise<void> {
    await madeByThis(location)
    await execute(location, 'alter table kysely_migration drop column digest')
  }

  const OLD =
    /made by Ferry 0\.1\.0, which is older.*Start 0\.1\.0 on it, pay what is owed.*docs\/operations\/upgrade\.md/s
  const OTHER =
    /made by another build of Ferry: its 001-initial-schema is not the one of this build.*docs\/operations\/upgrade\.md/s

  const STORES: [what: string, make: (location: string) => Promise<unknown>, words: RegExp][] = [
    ['of 0.1.0', madeBy010, OLD],
    ['of another build', madeByOther, OTHER],
    ['of a build before the digest', madeByEarlier, OTHER],
  ]

  describe.each(ENGINES)('on %s', (engine) => {
    test.each(STORES)('a store %s is refused in words, and left as it is', async (_, make, words) => {
      const location = await newLocation(engine)
      await make(location)
      const before = await execute(location, LIST_TABLES[engine], 'select * from kysely_migration')
      const refused: Record<string, () => unknown> = {
        open: () => openDatabase(location),
        'open, marked or not': () => openDatabase(location, { evenIfMarked: true }),
        'copy from it': () => copyStore({ from: location, to: join(folder, 'other.sqlite') }),
        'copy to it': async () => {
          await madeByThis(join(folder, 'source.sqlite'))
          await copyStore({ from: join(folder, 'source.sqlite'), to: location })
        },
        reopen: () => reopenStore(location),
      }
      if (engine === 'SQLite') refused.back_up = () => backUpSqlite(location, join(folder, 'copy.sqlite'))
      for (const [what, act] of Object.entries(refused)) {
        const error: unknown = await Promise.resolve()
          .then(act)
          .then(
            () => null,
            (thrown) => thrown,
          )
        expect(error, what).toBeInstanceOf(Error)
        expect((error as Error).message, what).toMatch(words)
        expect((error as Error).message, what).not.toMatch(/newer/)
      }
      expect(await execute(location, LIST_TABLES[engine], 'select * from kysely_migration')).toEqual(before)
    })

    test('a store of this build opens again', async () => {
      const location = await newLocation(engine)
      await madeByThis(location)
      await madeByThis(location)
      const [rows] = await execute(location, 'select name, digest from kysely_migration')
      const digest = expect.stringMatching(/^[0-9a-f]{64}$/)
      expect(rows).toEqual([
        { name: '001-initial-schema', digest },
        { name: '002-receipt-keys', digest },
        { name: '003-unseen-warnings', digest },
        { name: '004-paid-from', digest },
        { name: '005-who-acted', digest },
        { name: '006-passkeys', digest },
        { name: '007-payments-by-token', digest },
      ])
    })
  })

  test('every command that opens a store says so without a stack', { timeout: 150_000 }, async () => {
    const location = join(folder, 'ferry.sqlite')
    await madeBy010(location)
    const commands = {
      serve: [],
      migrate: [],
      backup: ['--to', join(folder, 'copy.sqlite')],
      'copy-store': ['--from', location, '--to', join(folder, 'other.sqlite')],
      'replace-key': [],
      'rotate-key': [],
      reconcile: [],
      passkeys: [],
    }
    for (const [command, args] of Object.entries(commands)) {
      const main = fileURLToPath(new URL(`../../src/bin/${command}.ts`, import.meta.url))
      const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
        cwd: folder,
        encoding: 'utf8',
        env: {
          DATA_DIR: folder,
          ADMIN_PASSWORD: 'a long password',
          PORT: '0',
          SECRETS_KEY,
          ...(command === 'rotate-key' && { NEW_SECRETS_KEY: OTHER_KEY }),
        },
      })
      expect(status, command).toBe(1)
      expect(stdout + stderr, command).toMatch(OLD)
      expect(stdout + stderr, command).not.toMatch(/\n\s+at /)
    }
  })
})

describe('upgrade', () => {
  /** Each release that databases may be of. */
  const RELEASES = ['0.2.0', '0.3.0']
  const postgres = forAllTests(startPostgres)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ferry-upgrade-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  describe.each(['SQLite', 'PostgreSQL'])('on %s', (engine) => {
    const newLocation = () => (engine === 'SQLite' ? join(folder, 'ferry.sqlite') : postgres.createDatabase())

    test.each(RELEASES)('a store of %s is opened with every row, and served', async (version) => {
      const release = readRelease(version)
      expect(Object.entries(release.tables).filter(([, { rows }]) => rows.length === 0)).toEqual([])
      const location = await newLocation()
      await makeRelease(location, release)
      const { close } = await openDatabase(location)
      await close()
      const kept = await readTables(
        location,
        ({ name, columns }) => release.tables[name]?.columns ?? columns.map((column) => column.name),
      )
      for (const [table, { rows }] of Object.entries(release.tables))
        expect(kept[table]?.rows, table).toEqual(rows)

      const { secretsKey, claimed, allocated } = release
      const at: Record<string, string> =
        engine === 'SQLite' ? { DATA_DIR: folder } : { DATABASE_URL: location }
      const portal = await startPortal({ environment: { ...at, SECRETS_KEY: secretsKey } })
      try {
        const { allocation, claim } = endpoints.public
        const found = await portal.ask(allocation, { query: { eth: allocated } })
        expect(found.json()).toMatchObject({ amountUA: '1.5' })
        const made = await portal.ask(claim, { params: { eth: claimed } })
        expect(made.json()).toMatchObject({ status: 'queued' })
        for (const page of [endpoints.admin.stats, endpoints.admin.state]) {
          expect((await portal.call(page)).json()).not.toHaveProperty('code')
        }
      } finally {
        await portal.close()
      }
    })

    test('a store of a later version is refused by its migration, and left as it is', async () => {
      const location = await newLocation()
      await makeSchema(location, MIGRATIONS)
      const later = {
        ...MIGRATIONS,
        '999-later': async (db: Parameters<(typeof MIGRATIONS)[string]>[0]) =>
          void (await sql`alter table claim add column later text`.execute(db)),
      }
      await makeSchema(location, later)
      await expect(openDatabase(location)).rejects.toMatchObject({
        name: 'StartRefusedError',
        message: expect.stringMatching(/made by a newer version of Ferry: it has 999-later/),
      })
      // The later version goes on.
      await makeSchema(location, later)
    })
  })
})
