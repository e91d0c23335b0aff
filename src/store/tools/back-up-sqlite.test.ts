import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '#store/store.ts'
import { sampleClaim } from '../../../test/harness/sample-rows.ts'
import { backUpSqlite } from './back-up-sqlite.ts'

let folder: string
let from: string
let to: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ferry-backup-'))
  from = join(folder, 'ferry.sqlite')
  to = join(folder, 'made', 'backup.sqlite')
  mkdirSync(dirname(to), { mode: 0o700 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const claims = (count: number) => Array.from({ length: count }, () => sampleClaim())
const refusal = (words: RegExp) => ({
  name: 'CommandRefusedError',
  message: expect.stringMatching(words),
})

function expectRefused(words: RegExp): Promise<void> {
  return expect(backUpSqlite(from, to)).rejects.toThrow(expect.objectContaining(refusal(words)))
}

test('a database that is open and written to is copied with every commit, into a file of its owner alone', async () => {
  const store = await openStore(from)
  await store.claims.insertMany(claims(300))
  // Holds the log back: the newest commits are in it alone, and a transaction is open that was not committed.
  const writer = new SqliteDatabase(from)
  writer.exec(
    "begin immediate; delete from claim_tally; insert into admin_session values ('x', 1, 1, 1, null)",
  )
  const { counts, bytes } = await backUpSqlite(from, to)
  writer.exec('rollback')
  writer.close()
  expect(counts).toContainEqual({ table: 'claim', rows: 300 })
  expect(counts).toContainEqual({ table: 'admin_session', rows: 0 })
  expect(bytes).toBe(statSync(to).size)
  if (process.platform !== 'win32') {
    expect(statSync(to).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(to)).mode & 0o777).toBe(0o700)
  }
  expect(readdirSync(dirname(to))).toEqual(['backup.sqlite'])
  await store.claims.insertMany(claims(1))
  await store.close()

  const restored = await openStore(to)
  expect(await restored.claimTallies.countQueued()).toBe(300)
  expect(restored.isNew).toBe(false)
  await restored.claims.insertMany(claims(1))
  expect(await restored.claimTallies.countQueued()).toBe(301)
  await restored.close()
})

test('a file that is there is never overwritten', async () => {
  await (await openStore(from)).close()
  to = join(folder, 'kept.sqlite')
  writeFileSync(to, 'what was there')
  await expectRefused(/kept\.sqlite is there already, and is not overwritten/)
  expect(readFileSync(to, 'utf8')).toBe('what was there')
})

test('a database that is not there, or is not of Ferry, is said to be so', async () => {
  await expectRefused(/There is no database at .*ferry\.sqlite\. Is DATA_DIR right\?/)
  new SqliteDatabase(from).exec('create table other (id integer)').close()
  await expectRefused(/is no database of Ferry's/)
  expect(existsSync(from) && !existsSync(to)).toBe(true)
})

test('a folder that is not there is not made: its disk may not be mounted', async () => {
  await (await openStore(from)).close()
  to = join(folder, 'not-mounted', 'backup.sqlite')
  await expectRefused(/There is no folder .*not-mounted: make it, or see whether its disk is mounted/)
  expect(existsSync(dirname(to))).toBe(false)
})

test('a place that can not be written to is said to be so', async () => {
  await (await openStore(from)).close()
  to = join(from, 'inside-a-file.sqlite')
  await expectRefused(/can not be written to: E(NOTDIR|EXIST)/)
})

test('a damaged database is no backup: nothing is left that looks like one', async () => {
  const store = await openStore(from)
  await store.claims.insertMany(claims(500))
  await store.close()
  const size = statSync(from).size
  const file = openSync(from, 'r+')
  writeSync(file, Buffer.alloc(Math.floor((size * 2) / 3), 0x5a), 0, null, Math.ceil(size / 3))
  closeSync(file)
  await expectRefused(/can not be copied to .*: database disk image is malformed|damaged/)
  expect(readdirSync(dirname(to))).toEqual([])
})
