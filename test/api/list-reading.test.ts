import { existsSync, readdirSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { uploadAllocations } from '#app/allocations/upload-allocations.ts'
import { parseWei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { openUpload } from '../harness/open-upload.ts'
import { startPortal } from '../harness/start-portal.ts'
import { addressOf } from '../harness/test-reading.ts'

const ferry = forEachTest(startPortal)
const FIRST = 0xa1000
const rowsOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `${addressOf(FIRST + from + index)},1.5\n`).join('')

async function reading() {
  const response = await ferry.call(endpoints.admin.state)
  return response.json().reading
}

/** All that an upload may leave behind. */
async function leftBehind() {
  const { db, close } = await openDatabase(ferry.databaseFile)
  const tables = ['list_upload', 'list_upload_chunk', 'snapshot', 'allocation'] as const
  const counts: unknown[] = []
  for (const table of tables) {
    const { rows } = await sql`select count(*) as n from ${sql.table(table)}`.execute(db)
    counts.push(rows)
  }
  await close()
  const received = join(ferry.folder, 'data', 'tmp')
  return { counts, files: existsSync(received) ? readdirSync(received) : [] }
}

test('the state tells of a list that is being read, until it is', async () => {
  const goOn = Promise.withResolvers<void>()
  async function* bytes() {
    yield Buffer.from(`address,amountUA\n${rowsOf(0, 3000)}`)
    await goOn.promise
    yield Buffer.from(rowsOf(3000, 5000))
  }
  expect(await reading()).toBeNull()
  const uploading = uploadAllocations(ferry.app, { fileName: 'holders.csv', bytes: bytes() })
  await expect.poll(reading).toMatchObject({ fileName: 'holders.csv', rowsRead: 0 })
  goOn.resolve()
  expect(await uploading).toMatchObject({ preview: { count: 5000 } })
  await expect.poll(reading).toBeNull()
})

test('rows of a large file are counted while it is read, before any is stored', async () => {
  const goOn = Promise.withResolvers<void>()
  async function* bytes() {
    yield Buffer.from(`address,amountUA\n${rowsOf(0, 45_000)}`)
    await goOn.promise
    yield Buffer.from(rowsOf(45_000, 46_000))
  }
  const uploading = uploadAllocations(ferry.app, { fileName: 'holders.csv', bytes: bytes() })
  await expect.poll(reading).toEqual({
    fileName: 'holders.csv',
    rowsRead: 40_000,
    rows: 0,
  })
  goOn.resolve()
  expect(await uploading).toMatchObject({ preview: { count: 46_000 } })
})

test('its rows are counted as they come in', async () => {
  const { snapshots } = ferry.app.store
  const id = await snapshots.stage('holders.csv', 'a-nonce', 0)
  expect(await reading()).toEqual({ fileName: 'holders.csv', rowsRead: 0, rows: 0 })
  for (const [index, count] of [1, 3].entries()) {
    const rows = Array.from({ length: count }, (_, n) => ({
      address: addressOf(FIRST + index * 10 + n) as EvmAddress,
      amountWei: parseWei('1'),
      seal: 'a-seal',
    }))
    await snapshots.addRows(id, rows)
  }
  await expect.poll(reading).toEqual({ fileName: 'holders.csv', rowsRead: 0, rows: 4 })
  for (const rowsRead of [40_000, 20_000]) await snapshots.noteRowsRead(id, rowsRead)
  await expect.poll(reading).toEqual({ fileName: 'holders.csv', rowsRead: 40_000, rows: 4 })
  await snapshots.discard(id)
  await expect.poll(reading).toBeNull()
})

test('an upload that is cut off leaves nothing, and no list is read', async () => {
  const origin = await ferry.listen()
  const before = await leftBehind()
  const agent = new Agent()
  const upload = await openUpload(origin, await ferry.adminHeaders(), agent)
  expect((await leftBehind()).files).toEqual([])
  agent.destroy()
  await upload.broken
  await expect.poll(leftBehind).toEqual(before)
  expect(await reading()).toBeNull()
  expect(await ferry.app.store.snapshots.current()).toBeUndefined()
})

test('a list whose reading breaks off leaves nothing', async () => {
  const before = await leftBehind()
  async function* bytes() {
    yield Buffer.from(`address,amountUA\n${rowsOf(0, 3000)}`)
    await Promise.resolve()
    throw new Error('the disk is gone')
  }
  await expect(uploadAllocations(ferry.app, { fileName: 'holders.csv', bytes: bytes() })).rejects.toThrow(
    'the disk is gone',
  )
  expect(await leftBehind()).toEqual(before)
  expect(await reading()).toBeNull()
})
