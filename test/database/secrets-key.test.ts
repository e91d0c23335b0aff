import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogger } from '#api/create-logger.ts'
import { assertOwnKey } from '#app/assert-own-key.ts'
import { assemblePortal } from '#bin/assemble-portal.ts'
import { readConfig } from '#config/read-config.ts'
import { keyFingerprint } from '#config/seals.ts'
import { openStore } from '#store/store.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'

/** A start beside a running server, or after it, on the same database. */

let paying: PayingPortal
let data: string
beforeEach(async () => {
  paying = await startPayingPortal()
  data = join(paying.ferry.folder, 'data')
})
afterEach(() => paying.close())

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
