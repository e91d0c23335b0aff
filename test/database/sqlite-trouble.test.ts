import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { type Database, openDatabase } from '#store/database/database.ts'
import { createStore } from '#store/store.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { startPortal } from '../harness/start-portal.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ferry-sqlite-'))
  path = join(folder, 'ferry.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const claims = (count: number) => Array.from({ length: count }, () => sampleClaim())

/** Past this many pages nothing more is written, as on a full disk; SQLite gives no fewer than there are. */
const limitPages = ({ db }: Database, pages: number) =>
  sql.raw(`pragma max_page_count = ${pages}`).execute(db)

/** Writes nonsense over the last two thirds of the file: past the schema. */
function damage(): void {
  const size = statSync(path).size
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(Math.floor((size * 2) / 3), 0x5a), 0, null, Math.ceil(size / 3))
  closeSync(file)
}

async function fill(): Promise<void> {
  const database = await openDatabase(path)
  await createStore(database).claims.insertMany(claims(500))
  await database.close()
}

test('a full disk is told as such, nothing of the commit is kept, and it passes with the next write', async () => {
  const database = await openDatabase(path)
  const store = createStore(database)
  await store.identity.bind('test')
  await limitPages(database, 1)
  const kept = claims(1)
  await store.claims.insertMany(kept)
  const many = claims(2_000)
  const full = { name: 'StoreUnavailableError', trouble: 'full', message: 'its disk or its memory is full' }
  await expect(store.claims.insertMany(many)).rejects.toMatchObject(full)
  await expect(database.db.transaction().execute((tx) => insertAll(tx, many))).rejects.toMatchObject(full)
  expect(database.health.trouble).toMatchObject(full)
  expect(await store.claimTallies.countQueued()).toBe(1)

  await limitPages(database, 1_000_000)
  await store.identity.assertWritable(1)
  expect(database.health.trouble).toBeNull()
  await store.claims.insertMany(many)
  expect(await store.claimTallies.countQueued()).toBe(2_001)
  await store.close()
})

const insertAll = (tx: Database['db'], rows: ReturnType<typeof claims>) =>
  tx
    .insertInto('operator_action')
    .values(
      rows.map(({ id }) => {
        const entry = { atMs: 1, action: 'reject' as const, subject: id, detail: 'x'.repeat(900) }
        return { ...entry, previous: '', hash: '' }
      }),
    )
    .execute()

test('damaged pages are told as such, and stay so until the next start', async () => {
  await fill()
  const database = await openDatabase(path)
  const store = createStore(database)
  await store.identity.bind('test')
  await sql`pragma wal_checkpoint(truncate)`.execute(database.db)
  damage()
  await sql`pragma cache_size = 1`.execute(database.db)
  await sql`pragma shrink_memory`.execute(database.db)
  const damaged = { name: 'StoreUnavailableError', trouble: 'damaged' }
  await expect(database.db.selectFrom('claim').selectAll().execute()).rejects.toMatchObject(damaged)
  await expect(store.identity.assertWritable(1)).rejects.toMatchObject(damaged)
  await sql`select 1`.execute(database.db)
  await expect(store.identity.assertWritable(1)).rejects.toMatchObject(damaged)
  await store.close()
})

test('a start on a damaged file, or on one that is no database, is refused in words', async () => {
  await fill()
  damage()
  await expect(openDatabase(path)).rejects.toThrow(/is damaged: restore it from a backup|it is damaged/)
  const file = openSync(path, 'w')
  writeSync(file, 'no database at all, but long enough to be looked at as one'.repeat(40))
  closeSync(file)
  await expect(openDatabase(path)).rejects.toMatchObject({ trouble: 'damaged' })
})

test('a server whose file another process keeps locked answers 503, and is ready once it may write', {
  timeout: 60_000,
}, async () => {
  const ferry = await startPortal()
  const other = new SqliteDatabase(join(ferry.folder, 'data', 'ferry.sqlite'))
  other.exec('begin immediate')
  const { login } = endpoints.admin
  const refused = await callEndpoint(ferry.server, login, { body: { password: 'x' } })
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'store_unavailable'])
  other.exec('rollback')
  other.close()
  expect((await callEndpoint(ferry.server, endpoints.public.ready)).statusCode).toBe(200)
  expect((await callEndpoint(ferry.server, login, { body: { password: 'x' } })).statusCode).toBe(401)
  await ferry.close()
})
