import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import { createLogger } from '#api/observe-requests.ts'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { assertOwnKey } from '#app/server-start.ts'
import { assemblePortal } from '#bin/assemble-portal.ts'
import { keyRingOf } from '#bin/key-ring.ts'
import { readConfig } from '#config/read-config.ts'
import { keyFingerprint } from '#config/seals.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { openStore } from '#store/store.ts'
import { rotateKey } from '#store/tools/key-rotation/rotate-key.ts'
import { readEveryRow } from '../harness/alter-store.ts'
import { answerOf, callEndpoint } from '../harness/call-endpoint.ts'
import { forAllTests, forEachTest } from '../harness/for-tests.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/** Versions of the holder list that were replaced, and lists that wait for an answer, under another SECRETS_KEY. */

const { admin, lists } = endpoints
const [PRESENT, NEXT, OTHER] = [randomBytes(32), randomBytes(32), randomBytes(32)]

const postgres = forAllTests(startPostgres)
const address = (index: number) => `0x${(index + 0xabc000).toString(16).padStart(40, '1')}`
const fileOf = (count: number, amount: number) =>
  new File(
    [
      `address,amountUA\n${Array.from({ length: count }, (_, index) => `${address(index)},${amount}\n`).join('')}`,
    ],
    'holders.csv',
  )

function callerOf({ server }: TestPortal, headers: { authorization: string }) {
  const call = async (endpoint: Route, input?: AnyInput) =>
    answerOf(await callEndpoint(server, endpoint, input, { headers }))
  return {
    call,
    upload: (count: number, amount: number) => call(admin.upload, { file: fileOf(count, amount) }),
    restore: (id: number) => call(lists.restore, { params: { id: String(id) } }),
    publish: ({ uploadId, confirm }: { uploadId: string; confirm: string | null }) =>
      call(lists.publishUpload, { params: { uploadId }, body: confirm === null ? {} : { confirm } }),
  }
}

test.each(['SQLite', 'PostgreSQL'])(
  'a replaced version is compared and restored by the new key, on %s',
  async (dialect) => {
    const environment: Record<string, string> =
      dialect === 'PostgreSQL' ? { DATABASE_URL: await postgres.createDatabase() } : {}
    const startWith = (key: Buffer) =>
      startPortal({ environment: { ...environment, SECRETS_KEY: key.toString('base64') } })
    const first = await startWith(PRESENT)
    const location = environment.DATABASE_URL ?? first.databaseFile
    if (dialect === 'SQLite') environment.DATA_DIR = `${first.folder}/data`

    const before = callerOf(first, await first.adminHeaders())
    const { root } = await before.publish(await before.upload(200, 10))
    await before.publish(await before.upload(201, 20))
    const waiting = await before.upload(200, 20)
    expect(waiting).toMatchObject({ status: 200, confirm: null })
    const [newest, oldest] = (await before.call(lists.lists)).lists as { id: number }[]
    const ids = { oldest: oldest?.id ?? 0, newest: newest?.id ?? 0 }

    const database = await openDatabase(location)
    await database.db.deleteFrom('running_server').execute()
    const outcome = await rotateKey(database, keyRingOf(PRESENT), keyRingOf(NEXT))
    expect(outcome.filter(({ name }) => name.includes('holder lists'))).toEqual([
      { name: 'holder lists', sealed: 2, broken: 0 },
      { name: 'rows of holder lists', sealed: 401, broken: 0 },
    ])
    const rows = await readEveryRow(location)
    expect([rows.get('list_upload'), rows.get('list_upload_chunk')]).toEqual([[], []])

    const second = await startWith(NEXT)
    const after = callerOf(second, await second.adminHeaders())
    expect(await after.publish(waiting)).toMatchObject({ status: 404, code: 'no_upload' })
    const params = { id: String(ids.oldest), other: String(ids.newest) }
    expect(await after.call(lists.difference, { params })).toMatchObject({ raised: { count: 200 } })
    const asked = await after.restore(ids.oldest)
    expect(asked).toMatchObject({ status: 200, confirm: null })
    expect(await after.publish(asked)).toMatchObject({ status: 200, root })
    await second.close()

    // After a key that was lost nothing of them is believed, and the next list is typed.
    await first.app.store.identity.rebind(keyFingerprint(OTHER))
    const third = await startWith(OTHER)
    const lost = callerOf(third, await third.adminHeaders())
    const { lists: versions } = await lost.call(lists.lists)
    expect(versions.map(({ isKept }: { isKept: boolean }) => isKept)).toEqual([false, false, false])
    expect(await lost.restore(ids.oldest)).toMatchObject({ status: 404, code: 'no_list' })
    const typed = await lost.upload(200, 10)
    expect(typed).toMatchObject({
      status: 200,
      confirm: 'publish 200 rows',
      preview: { isComparable: false },
    })
    expect(await lost.publish(typed)).toMatchObject({ status: 200, root })
    await third.close()
    await database.close()
    await first.close()
  },
)

describe('secrets key', () => {
  /** A start beside a running server, or after it, on the same database. */

  let data: string
  const paying = forEachTest(startPayingPortal)
  beforeEach(async () => {
    data = join(paying.ferry.folder, 'data')
  })
  async function startBeside(environment: Record<string, string> = {}): Promise<'started'> {
    const config = await readConfig({ DATA_DIR: data, ADMIN_PASSWORD: 'a long password', ...environment })
    const portal = await assemblePortal(config, { logger: createLogger('silent') })
    await portal.close()
    return 'started'
  }

  const otherKey = () => randomBytes(32).toString('base64')
  const OTHER_KEY = /SECRETS_KEY is not the one that this database belongs to/

  test('a server with another key is refused, in words; one with the same starts', async () => {
    await expect(startBeside({ SECRETS_KEY: otherKey() })).rejects.toThrow(OTHER_KEY)
    expect(await startBeside()).toBe('started')
  })

  test('a database that is bound to no key is refused to one that does not open its sender', async () => {
    await paying.configure('bulk')
    const database = new SqliteDatabase(join(data, 'ferry.sqlite'), { timeout: 10_000 })
    database.exec('delete from store_identity')
    database.close()
    await expect(startBeside({ SECRETS_KEY: otherKey() })).rejects.toThrow(OTHER_KEY)
    expect(await startBeside()).toBe('started')
  })

  test('a key file that is gone is not made again for a database that is there', async () => {
    rmSync(join(data, 'secrets.key'))
    await expect(startBeside()).rejects.toThrow(/secrets\.key: is missing, though .*ferry\.sqlite is there/)
    expect(existsSync(join(data, 'secrets.key'))).toBe(false)
  })

  test('of two first starts at once with different keys one is refused', async () => {
    const store = await openStore(join(data, 'second.sqlite'))
    const secrets = { open: () => Buffer.alloc(0) }
    const starts = [1, 2].map((n) => assertOwnKey(store, keyFingerprint(Buffer.alloc(32, n)), secrets))
    const outcomes = (await Promise.allSettled(starts)).map(({ status }) => status)
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected'])
    await store.close()
  })

  test('PostgreSQL takes no key file: other servers would not have it', async () => {
    const DATABASE_URL = 'postgres://127.0.0.1:1/ferry'
    await expect(startBeside({ DATABASE_URL })).rejects.toThrow(/SECRETS_KEY: must be set with DATABASE_URL/)
  })
})
