import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unobserved } from '#domain/portal-event.ts'
import { createClaimStore } from '#store/claims/claims.ts'
import { sampleClaim } from '../../../test/harness/sample-rows.ts'
import { type Database, openDatabase } from './database.ts'
import { LogSync } from './log-sync.ts'
import { StoreHealth } from './store-health.ts'

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
