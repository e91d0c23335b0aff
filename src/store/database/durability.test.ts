import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unobserved } from '#domain/portal-event.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { createClaimStore } from '#store/claims/claims.ts'
import { createStore, openStore, type Store } from '#store/store.ts'
import { DIALECTS, describeEachStore } from '../../../test/harness/each-store.ts'
import { forAllTests } from '../../../test/harness/for-tests.ts'
import { sampleClaim } from '../../../test/harness/sample-rows.ts'
import { beginListed, signNext } from '../../../test/harness/store-bed.ts'
import { type Database, readDurability } from './database.ts'
import { openDatabase } from './open-database.ts'
import { LogSync } from './open-sqlite.ts'
import { StoreHealth } from './store-health.ts'

describeEachStore('durability', (context) => {
  test('as Ferry opens it, nothing that was confirmed is lost', async () => {
    expect(await context.store.durability()).toBeNull()
  })
})

test.each([
  ['OFF', 'synchronous is OFF'],
  ['NORMAL', 'synchronous is NORMAL'],
  ['FULL', null],
  ['EXTRA', null],
])('SQLite with synchronous = %s', async (level, words) => {
  const database = await openDatabase(':memory:')
  await sql.raw(`pragma synchronous = ${level}`).execute(database.db)
  expect(await readDurability(database)).toBe(words)
  await database.close()
})

describe.runIf(DIALECTS.includes('PostgreSQL'))('PostgreSQL with durability turned off', () => {
  const server = forAllTests(startPostgres)

  /** Sessions opened from now on have the setting. */
  async function setForDatabase(location: string, setting: string, value: string): Promise<void> {
    const { db, close } = await openDatabase(location)
    const name = new URL(location).pathname.slice(1)
    await sql`alter database ${sql.id(name)} set ${sql.id(setting)} = ${sql.lit(value)}`.execute(db)
    await close()
  }

  /** Sets it for the whole server, until it is reset. */
  async function setForServer(location: string, setting: string, value: 'on' | 'off'): Promise<void> {
    const { db, close } = await openDatabase(location)
    await sql`alter system set ${sql.id(setting)} = ${sql.lit(value)}`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)
    await close()
  }

  test('a database whose commits do not wait', async () => {
    const location = await server.createDatabase()
    await setForDatabase(location, 'synchronous_commit', 'off')
    const store = await openStore(location)
    expect(await store.durability()).toBe('synchronous_commit is off')
    await store.close()
  })

  test('a database whose commits wait for a standby, or not for it, keeps what it has confirmed', async () => {
    for (const level of ['local', 'remote_apply']) {
      const location = await server.createDatabase()
      await setForDatabase(location, 'synchronous_commit', level)
      const store = await openStore(location)
      expect(await store.durability()).toBeNull()
      await store.close()
    }
  })

  test('a server that does not write through to its disk', async () => {
    const location = await server.createDatabase()
    const store = await openStore(location)
    await setForServer(location, 'fsync', 'off')
    await expect.poll(() => store.durability()).toBe('fsync is off')
    await setForServer(location, 'full_page_writes', 'off')
    await expect.poll(() => store.durability()).toBe('fsync is off and full_page_writes is off')
    await setForServer(location, 'fsync', 'on')
    await setForServer(location, 'full_page_writes', 'on')
    await expect.poll(() => store.durability()).toBeNull()
    await store.close()
  })

  test('the journal waits for the disk even there, in the commit itself', async () => {
    const location = await server.createDatabase()
    await setForDatabase(location, 'synchronous_commit', 'off')
    const database = await openDatabase(location)
    const store = createStore(database)
    await noteSettingAtCommit(database.db)

    await journalOnePayment(store)
    // The run's row changes in the journal's commit and in others, which use the session's setting.
    const { rows } = await sql<{ noted: string; setting: string }>`select * from noted_setting`.execute(
      database.db,
    )
    expect(rows).toContainEqual({ noted: 'attempt', setting: 'on' })
    expect(rows).not.toContainEqual({ noted: 'attempt', setting: 'off' })
    expect(rows).toContainEqual({ noted: 'run', setting: 'off' })
    await store.close()
  })

  /** Deferred triggers run at the end of the transaction: they read the setting that the commit uses. */
  async function noteSettingAtCommit(db: Awaited<ReturnType<typeof openDatabase>>['db']): Promise<void> {
    await sql`create table noted_setting (noted text, setting text)`.execute(db)
    await sql`
      create function note_setting() returns trigger language plpgsql as $$ begin
        insert into noted_setting values (tg_table_name, current_setting('synchronous_commit'));
        return null;
      end $$
    `.execute(db)
    for (const table of ['attempt', 'run']) {
      await sql`
        create constraint trigger ${sql.id(`note_${table}`)} after insert on ${sql.table(table)}
        deferrable initially deferred for each row execute function note_setting()
      `.execute(db)
    }
  }
})

async function journalOnePayment(store: Store): Promise<void> {
  await signNext(store, (await beginListed(store, 1)).run, 1)
}

describe('log sync', () => {
  let folder: string
  let database: Database
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ferry-sync-'))
    database = await openDatabase(join(folder, 'ferry.sqlite'))
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const level = async () =>
    (await sql<{ synchronous: number }>`pragma synchronous`.execute(database.db)).rows[0]

  test('nobody is told of a claim before the log is synced, and of none where that failed', async () => {
    const syncs: PromiseWithResolvers<void>[] = []
    const sync = () => {
      const sync = Promise.withResolvers<void>()
      syncs.push(sync)
      return sync.promise
    }
    const claims = createClaimStore({ ...database, sync }, unobserved)
    let isTold = false
    const claim = sampleClaim()
    const written = claims.insertMany([claim]).finally(() => {
      isTold = true
    })
    await expect.poll(() => syncs.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isTold).toBe(false)
    syncs[0]?.resolve()
    expect(await written).toEqual(new Set([claim.id]))

    const failed = claims.insertMany([sampleClaim()])
    await expect.poll(() => syncs.length).toBe(2)
    syncs[1]?.reject(new Error('the disk'))
    await expect(failed).rejects.toThrow('the disk')
  })

  test('every other commit is synced by SQLite: before claims are written, after, and where that fails', async () => {
    expect(await level()).toEqual({ synchronous: 2 })
    const claims = createClaimStore(database, unobserved)
    await claims.insertMany([sampleClaim()])
    expect(await level()).toEqual({ synchronous: 2 })
    await sql`create trigger refuse before insert on claim begin select raise(abort, 'refused'); end`.execute(
      database.db,
    )
    await expect(claims.insertMany([sampleClaim()])).rejects.toThrow('refused')
    expect(await level()).toEqual({ synchronous: 2 })
  })

  test('a claim itself is not synced on the event loop', async () => {
    const levels: unknown[] = []
    await sql`create table noted (level)`.execute(database.db)
    await sql`create trigger note after insert on claim begin insert into noted select synchronous from pragma_synchronous; end`.execute(
      database.db,
    )
    await createClaimStore(database, unobserved).insertMany([sampleClaim()])
    for (const row of (await sql<{ level: number }>`select level from noted`.execute(database.db)).rows)
      levels.push(row.level)
    expect(levels).toEqual([1])
  })

  test('a log that can not be synced is told as the trouble of the disk', async () => {
    const health = new StoreHealth()
    const log = new LogSync(join(folder, 'nothing.sqlite'), health)
    const trouble = { name: 'StoreUnavailableError', trouble: 'disk' }
    await expect(log.sync()).rejects.toMatchObject(trouble)
    expect(health.trouble).toMatchObject(trouble)
    await log.close()
  })
})
