import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '#lab/environment/start-postgres.ts'
import { createStore, openStore, type Store } from '#store/store.ts'
import { DIALECTS, describeEachStore } from '../../../test/harness/each-store.ts'
import {
  ALL_QUEUED,
  sampleAttempt,
  sampleClaim,
  sampleRun,
  WALLET,
} from '../../../test/harness/sample-rows.ts'
import { openDatabase } from './database.ts'
import { readDurability } from './durability.ts'

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
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

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
  await store.claims.insertMany([sampleClaim()])
  const run = await store.runs.create(sampleRun(), ALL_QUEUED)
  if (!run) throw new Error('no run')
  const fence = await store.leases.acquireFree(WALLET, 'runner', 0, 1000)
  if (fence === null) throw new Error('no lease')
  const [transfer] = await store.journal.nextTransfers(run.id, 1)
  await store.journal.write({ name: WALLET, fence }, run.id, [
    { attempt: sampleAttempt(run.id, fence), transfers: transfer ? [transfer] : [] },
  ])
}
