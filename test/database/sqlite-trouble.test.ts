import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { makeThrowawayHolder, signClaim, type ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'
import type { Database } from '#store/database/database.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { createStore } from '#store/store.ts'
import { confirmList } from '../harness/call-endpoint.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

describe('sqlite trouble', () => {
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

  test('a server whose file another process keeps locked answers 503, and is ready once it may write', async () => {
    const ferry = await startPortal()
    const other = new SqliteDatabase(join(ferry.folder, 'data', 'ferry.sqlite'))
    other.exec('begin immediate')
    const { login } = endpoints.admin
    const refused = await ferry.ask(login, { body: { password: 'x' } })
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'store_unavailable'])
    other.exec('rollback')
    other.close()
    expect((await ferry.ask(endpoints.public.ready)).statusCode).toBe(200)
    expect((await ferry.ask(login, { body: { password: 'x' } })).statusCode).toBe(401)
    await ferry.close()
  })
})

describe('sqlite over http', () => {
  /** Catches the connections that are opened by `open`, to have SQLite itself refuse what is asked over them. */
  async function catchSqlite<T>(
    open: () => Promise<T>,
  ): Promise<{ opened: T; connection: SqliteDatabase.Database }> {
    const caught: SqliteDatabase.Database[] = []
    const { pragma } = SqliteDatabase.prototype
    const spy = vi.spyOn(SqliteDatabase.prototype, 'pragma').mockImplementation(function (
      this: SqliteDatabase.Database,
      ...given
    ) {
      caught.push(this)
      return pragma.apply(this, given)
    })
    try {
      const opened = await open()
      const [connection] = caught
      if (!connection) throw new Error('No SQLite file was opened')
      return { opened, connection }
    } finally {
      spy.mockRestore()
    }
  }

  const HOLDERS = 60

  let ferry: TestPortal
  let connection: SqliteDatabase.Database
  let holders: ThrowawayHolder[]
  beforeEach(async () => {
    const started = await catchSqlite(() => startPortal())
    ferry = started.opened
    connection = started.connection
    holders = await Promise.all(Array.from({ length: HOLDERS }, makeThrowawayHolder))
    const rows = holders.map(({ address }) => `${address},1.5`)
    const file = new File([['address,amountUA', ...rows].join('\n')], 'holders.csv')
    const uploaded = await confirmList(await ferry.call(endpoints.admin.upload, { file }), ferry.call)
    expect(uploaded.statusCode).toBe(200)
  })
  afterEach(() => ferry.close())

  async function claim(holder: ThrowawayHolder) {
    const body = await signClaim(holder, '1.5', '0x38', null)
    const { statusCode, headers, body: text } = await ferry.ask(endpoints.public.submitClaim, { body })
    return { statusCode, code: JSON.parse(text).code, retryAfter: headers['retry-after'] }
  }

  async function ready() {
    const answer = await ferry.ask(endpoints.public.ready)
    return { statusCode: answer.statusCode, details: answer.json().details }
  }

  /** Claims until one is refused, and gives those that were acknowledged. */
  async function claimUntilRefused(): Promise<ThrowawayHolder[]> {
    const acknowledged: ThrowawayHolder[] = []
    for (const holder of holders) {
      const answer = await claim(holder)
      if (answer.statusCode !== 200) {
        expect(answer).toEqual({ statusCode: 503, code: 'store_unavailable', retryAfter: '5' })
        return acknowledged
      }
      acknowledged.push(holder)
    }
    throw new Error('No claim was refused')
  }

  async function expectThere(acknowledged: readonly ThrowawayHolder[]): Promise<void> {
    for (const { address: eth } of acknowledged) {
      const found = await ferry.ask(endpoints.public.claim, { params: { eth } })
      expect(found.statusCode).toBe(200)
    }
  }

  test.each([
    {
      what: 'a full disk',
      begin: () => connection.pragma('max_page_count = 1'),
      end: () => connection.pragma('max_page_count = 1000000'),
      // The limit is of the file's pages, and what readiness writes needs none. A disk has no room for that either: `npm run soak -- disk`.
      meanwhile: { statusCode: 200 },
    },
    {
      what: 'a disk that can only be read',
      begin: () => connection.pragma('query_only = on'),
      end: () => connection.pragma('query_only = off'),
      meanwhile: {
        statusCode: 503,
        details: [{ where: 'database', problem: 'it can only be read, not written to' }],
      },
    },
  ])(
    '$what: claims are answered 503, nothing acknowledged is lost, and it passes by itself',
    async ({ meanwhile, begin, end }) => {
      begin()
      const acknowledged = await claimUntilRefused()
      expect(await ready()).toMatchObject(meanwhile)
      // What is there can be read meanwhile.
      await expectThere(acknowledged)
      end()
      expect(await ready()).toMatchObject({ statusCode: 200 })
      await expectThere(acknowledged)
      for (const holder of holders.slice(acknowledged.length)) {
        expect(await claim(holder)).toMatchObject({ statusCode: 200 })
      }
    },
  )

  test('damaged pages: requests that meet them are answered 503, and the server stays not ready', async () => {
    connection.pragma('wal_checkpoint(truncate)')
    const size = statSync(ferry.databaseFile).size
    const file = openSync(ferry.databaseFile, 'r+')
    writeSync(file, Buffer.alloc(Math.floor((size * 2) / 3), 0x5a), 0, null, Math.ceil(size / 3))
    closeSync(file)
    connection.pragma('cache_size = 1')
    connection.pragma('shrink_memory')
    const answers = []
    for (const { address: eth } of holders) {
      answers.push(await ferry.ask(endpoints.public.allocation, { query: { eth } }))
    }
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused)
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'store_unavailable'])
    const damaged = { where: 'database', problem: 'it is damaged: restore it from a backup' }
    expect(await ready()).toEqual({ statusCode: 503, details: [damaged] })
    expect(await ready()).toEqual({ statusCode: 503, details: [damaged] })
  })
})
