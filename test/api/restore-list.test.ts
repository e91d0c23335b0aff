import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { answerOf } from '../harness/call-endpoint.ts'
import { DIALECTS, startPortalDatabase } from '../harness/each-store.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/** Versions that go while somebody looks at them, and people who publish at the same moment. */

const { admin, lists } = endpoints

/** More than a page that is read at once. */
const MANY = 2_500

/** One more than are kept. */
const ENOUGH_TO_PRUNE = 11

const address = (index: number) => `0x${(index + 0xabc000).toString(16).padStart(40, '1')}`
const fileOf = (count: number, amount: number) =>
  new File(
    [
      `address,amountUA\n${Array.from({ length: count }, (_, index) => `${address(index)},${amount}\n`).join('')}`,
    ],
    'holders.csv',
  )

describe.each(DIALECTS)('on %s', (dialect) => {
  const database = forEachTest(() => startPortalDatabase(dialect))
  const ferry = forEachTest(() => startPortal(database))
  /** Another server on the same database. */
  const other = forEachTest(() =>
    startPortal(
      database.environment.DATABASE_URL ? database : { environment: { DATA_DIR: `${ferry.folder}/data` } },
    ),
  )

  const call = async (endpoint: Route, input?: AnyInput, at: TestPortal = ferry) =>
    answerOf(await at.call(endpoint, input))
  const upload = (count: number, amount: number, at = ferry) =>
    call(admin.upload, { file: fileOf(count, amount) }, at)
  const publish = ({ uploadId, confirm }: { uploadId: string; confirm: string | null }, at = ferry) =>
    call(lists.publishUpload, { params: { uploadId }, body: confirm === null ? {} : { confirm } }, at)
  /** Uploads a list, and publishes it with the words that it asks for. */
  const load = async (count: number, amount: number, at = ferry) =>
    publish(await upload(count, amount, at), at)
  const restore = (id: number, at = ferry) => call(lists.restore, { params: { id: String(id) } }, at)
  const currentId = async () => (await ferry.app.store.snapshots.current())?.id ?? 0
  const told = () =>
    [...ferry.logLines, ...other.logLines].filter((line) => line.includes('outside of Ferry'))

  /** As prune() does it. */
  async function prune(id: number): Promise<void> {
    const { db, close } = await openDatabase(database.environment.DATABASE_URL ?? ferry.databaseFile)
    await sql`update snapshot set seal = '' where id = ${id}`.execute(db)
    await sql`delete from allocation where snapshot_id = ${id}`.execute(db)
    await close()
  }

  test('a version that was pruned since it was shown, or asked about, is refused in words; nothing is lost', async () => {
    await load(300, 10)
    const first = await currentId()
    await load(300, 11)
    const asked = await restore(first)
    expect(asked).toMatchObject({ status: 200, confirm: null })
    for (let amount = 12; amount < 12 + ENOUGH_TO_PRUNE; amount++) {
      expect(await load(300, amount)).toMatchObject({ status: 200 })
    }
    const inForce = await currentId()
    const gone = { status: 404, code: 'no_list', error: expect.stringContaining('not kept any more') }
    expect(await restore(first)).toMatchObject(gone)
    expect(await publish(asked)).toMatchObject(gone)
    const params = { id: String(first), other: String(inForce) }
    expect(await call(lists.difference, { params })).toMatchObject(gone)
    expect(await currentId()).toBe(inForce)
    expect(told()).toEqual([])
    const { lists: versions } = await call(lists.lists)
    expect(versions.filter(({ isKept }: { isKept: boolean }) => isKept)).toHaveLength(11)
  })

  test('a version that is pruned while its rows are read is no list that somebody changed', async () => {
    await load(MANY, 10)
    const first = await currentId()
    await load(MANY, 11)
    const inForce = await currentId()
    const { listRows } = ferry.app.store
    const page = listRows.page
    const gone = { status: 404, code: 'no_list' }
    const params = { id: String(first), other: String(inForce) }
    const readings = [() => call(lists.difference, { params }), () => restore(first)]
    for (const [index, read] of readings.entries()) {
      if (index > 0) {
        await load(MANY, 12)
        await load(MANY, 13)
      }
      const [{ id }] = (await call(lists.lists)).lists.slice(index > 0 ? 1 : -1)
      const spy = vi.spyOn(listRows, 'page').mockImplementation(async (snapshotId, ...rest) => {
        const rows = await page(snapshotId, ...rest)
        if (snapshotId === id && rows[0]?.address === address(0)) await prune(id)
        return rows
      })
      expect(await (index > 0 ? restore(id) : read())).toMatchObject(gone)
      spy.mockRestore()
    }
    expect(told()).toEqual([])
    expect((await ferry.app.store.snapshots.current())?.addressCount).toBe(MANY)
  })

  test('of two people on two servers one wins, and the other is shown the difference to that list', async () => {
    await load(400, 10)
    const first = await currentId()
    await load(400, 20)
    for (const way of ['publish', 'restore'] as const) {
      const asked = await Promise.all(
        [ferry, other].map((server, index) =>
          way === 'publish' ? upload(399 - index, 20, server) : restore(first, server),
        ),
      )
      expect(asked.map(({ status }) => status)).toEqual([200, 200])
      const answers = await Promise.all([publish(asked[0], ferry), publish(asked[1], other)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const loser = answers.find(({ status }) => status === 409)
      expect(loser).toMatchObject({ code: 'list_published_meanwhile', uploadId: expect.any(String) })
      expect(loser.preview.before.count).toBe(
        await ferry.app.store.snapshots.current().then((list) => list?.addressCount),
      )
      expect(await publish(loser)).toMatchObject({ status: 200 })
      await load(400, 20)
    }
    // Lists of a script that take nothing away ask nobody: both are read beside each other, and one is told all the same.
    const certain = (count: number, at: TestPortal) =>
      call(admin.upload, { file: fileOf(count, 20), query: { publish: 'if-certain' } }, at)
    const both = await Promise.all([certain(401, ferry), certain(402, other)])
    const refused = both.filter(({ status }) => status === 409)
    for (const { code, uploadId } of refused) {
      expect([code, typeof uploadId]).toEqual(['list_published_meanwhile', 'string'])
    }
    expect(both.some(({ status }) => status === 200)).toBe(true)
    expect(told()).toEqual([])
  })
})
