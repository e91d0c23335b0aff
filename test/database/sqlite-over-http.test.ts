import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import type SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { makeThrowawayHolder, signClaim, type ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { catchSqlite } from '../harness/catch-sqlite.ts'
import { confirmList } from '../harness/confirm-list.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

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
  const headers = await ferry.adminHeaders()
  const file = new File([['address,amountUA', ...rows].join('\n')], 'holders.csv')
  const call = (endpoint: Route, input: AnyInput) => callEndpoint(ferry.server, endpoint, input, { headers })
  const uploaded = await confirmList(await call(endpoints.admin.upload, { file }), call)
  expect(uploaded.statusCode).toBe(200)
})
afterEach(() => ferry.close())

async function claim(holder: ThrowawayHolder) {
  const body = await signClaim(holder, '1.5', '0x38', null)
  const {
    statusCode,
    headers,
    body: text,
  } = await callEndpoint(ferry.server, endpoints.public.submitClaim, { body })
  return { statusCode, code: JSON.parse(text).code, retryAfter: headers['retry-after'] }
}

async function ready() {
  const answer = await callEndpoint(ferry.server, endpoints.public.ready)
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
    const found = await callEndpoint(ferry.server, endpoints.public.claim, { params: { eth } })
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
  {
    timeout: 60_000,
  },
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

test('damaged pages: requests that meet them are answered 503, and the server stays not ready', {
  timeout: 60_000,
}, async () => {
  connection.pragma('wal_checkpoint(truncate)')
  const size = statSync(ferry.databaseFile).size
  const file = openSync(ferry.databaseFile, 'r+')
  writeSync(file, Buffer.alloc(Math.floor((size * 2) / 3), 0x5a), 0, null, Math.ceil(size / 3))
  closeSync(file)
  connection.pragma('cache_size = 1')
  connection.pragma('shrink_memory')
  const answers = []
  for (const { address: eth } of holders) {
    answers.push(await callEndpoint(ferry.server, endpoints.public.allocation, { query: { eth } }))
  }
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'store_unavailable'])
  const damaged = { where: 'database', problem: 'it is damaged: restore it from a backup' }
  expect(await ready()).toEqual({ statusCode: 503, details: [damaged] })
  expect(await ready()).toEqual({ statusCode: 503, details: [damaged] })
})
