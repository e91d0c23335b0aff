import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { openStore } from '#store/store.ts'
import { LEFT_OUT } from '#store/tools/copying/copy-side.ts'
import { copyStore, reopenStore } from '#store/tools/copying/copy-store.ts'
import { alterStore, readRows } from '../harness/alter-store.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { seedEveryTable } from '../harness/seed-every-table.ts'

let url: string
let folder: string
let path: string
const postgres = forAllTests(startPostgres)
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ferry-copy-'))
  path = join(folder, 'ferry.sqlite')
  url = await postgres.createDatabase()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function ask<Row extends object>(query: string, location = url): Promise<Row[]> {
  const client = new pg.Client({ connectionString: location })
  await client.connect()
  try {
    return (await client.query(query)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Every value of every table of an SQLite file with its type, told by SQLite itself. */
function dump(file: string): Record<string, unknown[]> {
  const database = new SqliteDatabase(file, { readonly: true })
  database.defaultSafeIntegers(true)
  const names = database
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_stat%'`)
    .pluck()
    .all() as string[]
  const dumped: Record<string, unknown[]> = {}
  for (const name of names.filter((each) => !LEFT_OUT.includes(each))) {
    const rows = database.prepare(`select * from "${name}"`).raw(true).all() as unknown[][]
    dumped[name] = rows
      .map((row) =>
        row.map((value) => [typeof value, Buffer.isBuffer(value) ? value.toString('hex') : String(value)]),
      )
      .map((row) => JSON.stringify(row))
      .sort()
  }
  database.close()
  return dumped
}

function triggers(file: string): unknown[] {
  return readRows(file, `select name, sql from sqlite_schema where type = 'trigger' order by name`)
}

const claims = (count: number) => Array.from({ length: count }, () => sampleClaim())

test('every table goes to PostgreSQL and back, value by value, and both go on where the source was', {
  timeout: 120_000,
}, async () => {
  await seedEveryTable(path)
  const before = dump(path)
  const made = triggers(path)
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
  const there = await copyStore({ from: path, to: url })
  const back = join(folder, 'back.sqlite')
  const andBack = await copyStore({ from: url, to: back })
  expect(andBack).toEqual(there)
  expect(dump(back)).toEqual(before)
  expect(triggers(back)).toEqual(made)
  expect(there.tables.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(before)
      .filter((name) => name !== 'sqlite_sequence')
      .toSorted(),
  )
  if (process.platform !== 'win32') expect(statSync(back).mode & 0o777).toBe(0o600)
})

test('what is written next gets the next numbers, and is counted', async () => {
  await seedEveryTable(path)
  const [{ seq } = { seq: 0 }] = readRows<{ seq: number }>(
    path,
    `select seq from sqlite_sequence where name = 'operator_action'`,
  )
  await copyStore({ from: path, to: url })
  const { db, close } = await openDatabase(url)
  const row = { atMs: 1, action: 'reject' as const, subject: '', detail: '', previous: '', hash: '' }
  const { id } = await db.insertInto('operator_action').values(row).returning('id').executeTakeFirstOrThrow()
  expect(id).toBe(seq + 1)
  // The copied portal is paused.
  await db.updateTable('claim_controls').set({ paused: 0 }).execute()
  await close()
  const store = await openStore(url)
  const queued = await store.claimTallies.countQueued()
  await store.claims.insertMany(claims(3))
  expect(await store.claimTallies.countQueued()).toBe(queued + 3)
  await store.close()

  const back = join(folder, 'back.sqlite')
  await copyStore({ from: url, to: back })
  const again = await openStore(back)
  await again.claims.insertMany(claims(2))
  expect(await again.claimTallies.countQueued()).toBe(queued + 5)
  await again.close()
})

test('of the two only the copy can be used', async () => {
  await seedEveryTable(path)
  await copyStore({ from: path, to: url })
  const moved = /was moved to postgres:\/\/127\.0\.0\.1:\d+\/test_\d+ at .* --reopen/
  await expect(openDatabase(path)).rejects.toMatchObject({
    name: 'StartRefusedError',
    message: expect.stringMatching(moved),
  })
  await expect(openDatabase(path)).rejects.not.toThrow('ferry:ferry')
  await (await openDatabase(url)).close()
  const another = await postgres.createDatabase()
  await expect(copyStore({ from: path, to: another })).rejects.toThrow(
    /was moved to .* already: copy that one/,
  )
})

test('a server that runs unseen on a PostgreSQL that was moved writes nothing more', async () => {
  const store = await openStore(url)
  await store.claims.insertMany(claims(1))
  // Its idle connections are closed by the pool; here by the server, so that it is not seen.
  await ask(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid()`)
  await copyStore({ from: url, to: path })
  const refused = { name: 'StoreUnavailableError', trouble: 'read_only' }
  await expect(store.claims.insertMany(claims(1))).rejects.toMatchObject(refused)
  await expect(store.leases.acquireFree('wallet', 'me', 1, 1)).rejects.toMatchObject(refused)
  await expect(store.identity.assertWritable(1)).rejects.toMatchObject(refused)
  await store.close()

  expect(await reopenStore(url)).toMatchObject({ mark: 'moved', otherStore: path })
  const reopened = await openStore(url)
  await reopened.claims.insertMany(claims(1))
  await reopened.close()
  await expect(reopenStore(url)).rejects.toThrow(/was not moved/)
})

test('a copy that is interrupted can not be used, and is made by the same command again', async () => {
  await seedEveryTable(path)
  for (const to of [url, join(folder, 'copy.sqlite')]) {
    const stop = (table: string) => {
      if (table === 'run') throw new Error('pulled')
    }
    await expect(copyStore({ from: path, to, onRows: stop })).rejects.toThrow('pulled')
    await expect(openDatabase(to)).rejects.toThrow(/is an unfinished copy of .*ferry\.sqlite/)
    const comparing = (_table: string, _rows: number, what: string) => {
      if (what === 'compared') throw new Error('pulled')
    }
    await expect(copyStore({ from: path, to, onRows: comparing })).rejects.toThrow('pulled')
    await expect(openDatabase(to)).rejects.toThrow(/is an unfinished copy/)
    await (await openDatabase(path)).close()
    await copyStore({ from: path, to })
    await (await openDatabase(to)).close()
    await reopenStore(path)
  }
})

test('where the last commit of all was not made, neither can be used, and the same command goes on', async () => {
  await seedEveryTable(path)
  const stop = (table: string) => {
    if (table === 'run') throw new Error('pulled')
  }
  await expect(copyStore({ from: path, to: url, onRows: stop })).rejects.toThrow('pulled')
  const [{ copy_id } = { copy_id: '' }] = await ask<{ copy_id: string }>('select copy_id from store_mark')
  alterStore(path, `insert into store_mark values (1, 'moved', '${copy_id}', 'there', 1)`)
  await expect(openDatabase(path)).rejects.toThrow(/was moved/)
  await expect(openDatabase(url)).rejects.toThrow(/unfinished/)
  await copyStore({ from: path, to: url })
  await (await openDatabase(url)).close()
  await expect(openDatabase(path)).rejects.toThrow(/was moved/)
})

test.each([
  ['a server', 'ferry', /A server uses .*: 1 connections/],
  ['anything else', 'psql', /Something else writes to .* at this moment/],
])(
  'a source that %s writes to in the other order is refused in words',
  async (_, application_name, words) => {
    await (await openStore(url)).close()
    const writer = new pg.Client({ connectionString: url, application_name })
    await writer.connect()
    await writer.query('begin; lock table transfer in row exclusive mode')
    const refused = expect(copyStore({ from: url, to: path })).rejects.toThrow(words)
    await delay(300)
    // By then the copy has the lock of the tables before, unless it has given up.
    await writer.query('lock table allocation in row exclusive mode')
    await refused
    await writer.end()
  },
)

test('a server that comes while the tables are being locked is seen', async () => {
  await (await openStore(url)).close()
  const [writer, server] = ['psql', 'ferry'].map(
    (application_name) => new pg.Client({ connectionString: url, application_name }),
  )
  if (!writer || !server) throw new Error('Two were made')
  await writer.connect()
  await writer.query('begin; lock table transfer in row exclusive mode')
  const refused = expect(copyStore({ from: url, to: path })).rejects.toThrow(/A server uses/)
  await delay(500)
  await server.connect()
  await writer.query('commit')
  await refused
  await Promise.all([writer.end(), server.end()])
})

test('a source that a server uses is refused, and left as it is', async () => {
  const server = await openStore(path)
  await expect(copyStore({ from: path, to: url })).rejects.toThrow(/is open in another process/)
  await server.close()

  const other = await openStore(url)
  await other.identity.bind('key')
  await expect(copyStore({ from: url, to: path })).rejects.toThrow(/A server uses .*: 1 connections/)
  await other.leases.acquireFree('wallet', 'me', Date.now(), 60_000)
  await other.snapshots.stage('file', 'nonce', 1)
  await other.close()
  await expect(copyStore({ from: url, to: path })).rejects.toThrow(/A server uses .*: 1 leases, 1 uploads/)
  await ask('update lease set expires_at_ms = 0; update snapshot set heartbeat_at_ms = 1')
  await copyStore({ from: url, to: path })
})

test('a target that holds something is refused, and left as it is', async () => {
  await seedEveryTable(path)
  const store = await openStore(url)
  await store.identity.bind('key')
  await store.close()
  await expect(copyStore({ from: path, to: url })).rejects.toThrow(/is not empty \(store_identity\)/)
  expect(await ask('select count(*)::int as claims from claim')).toEqual([{ claims: 0 }])
  await (await openDatabase(url)).close()
  await (await openDatabase(path)).close()
})

test('a value of another kind than its column is not copied, and neither is text that the target can not hold', async () => {
  await seedEveryTable(path)
  alterStore(path, `update claim set nonce = x'3132' where seq = 5`)
  await expect(copyStore({ from: path, to: url })).rejects.toThrow(
    /Column nonce of claim holds bytes where text belongs, in the row 5/,
  )
  alterStore(path, `update claim set nonce = 'a' || char(0) where seq = 5`)
  await expect(copyStore({ from: path, to: url })).rejects.toThrow(/claim.*0x00/)
  alterStore(path, `update claim set nonce = '1' where seq = 5`)
  await copyStore({ from: path, to: url })
})

test('what is no database of Ferry, or not there, is said in words', async () => {
  await expect(copyStore({ from: path, to: url })).rejects.toThrow(/There is no database at/)
  await expect(copyStore({ from: url, to: path })).rejects.toThrow(/no database of this version of Ferry/)
  await expect(copyStore({ from: url, to: url })).rejects.toThrow(/the same database/)
})
