import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { addClaims } from '../harness/add-claims.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { sampleClaim, samplePayment } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A Monday. */
const START_MS = Date.UTC(2026, 5, 1)

let ferry: TestPortal
beforeEach(async () => {
  ferry = await startPortal()
})
afterEach(() => ferry.close())

async function ask() {
  const headers = await ferry.adminHeaders()
  const response = await callEndpoint(ferry.server, endpoints.admin.claimsOverTime, {}, { headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json() as {
    bucketSeconds: number
    points: { at: number; submitted: number; sent: number }[]
  }
}

const insert = (...submitted: number[]) =>
  addClaims(
    ferry.app,
    submitted.map((submittedAtMs) => sampleClaim({ submittedAtMs })),
  )

test('nothing before the first claim', async () => {
  expect(await ask()).toEqual({ bucketSeconds: 3600, points: [] })
})

test('claims by when they came, and by when they were sent, without gaps', async () => {
  const claims = [0, 1, HOUR_MS - 1, 3 * HOUR_MS].map((after) =>
    sampleClaim({ submittedAtMs: START_MS + after }),
  )
  const [first, second] = claims as [NewClaim, NewClaim]
  await addClaims(ferry.app, claims)
  const action = { action: 'mark_sent', subject: 'x', detail: '' } as const
  const { claimDecisions } = ferry.app.store
  const atMs = START_MS + 2 * HOUR_MS
  await claimDecisions.markSent(first.id, samplePayment(first), { ...action, atMs })
  await claimDecisions.reject(second.id, 'no', { ...action, atMs })
  const at = START_MS / 1000
  expect(await ask()).toEqual({
    bucketSeconds: 3600,
    points: [
      { at, submitted: 3, sent: 0 },
      { at: at + 3600, submitted: 0, sent: 0 },
      { at: at + 7200, submitted: 0, sent: 1 },
      { at: at + 10_800, submitted: 1, sent: 0 },
    ],
  })
})

test.each([
  ['an hour', 59 * HOUR_MS, 3600, 60],
  ['6 hours', 60 * HOUR_MS, 6 * 3600, 11],
  ['a day', 20 * DAY_MS, 24 * 3600, 21],
  ['a week', 60 * DAY_MS, 7 * 24 * 3600, 9],
  ['two weeks', 7 * 60 * DAY_MS, 14 * 24 * 3600, 31],
  ['ten years', 3650 * DAY_MS, 9 * 7 * 24 * 3600, 59],
])('buckets of %s fit the span', async (_, spanMs, bucketSeconds, count) => {
  await insert(START_MS, START_MS + spanMs)
  const { points, ...rest } = await ask()
  expect(rest).toEqual({ bucketSeconds })
  expect(points).toHaveLength(count)
  expect(points.every(({ at }, n) => n === 0 || at - (points[n - 1]?.at ?? 0) === bucketSeconds)).toBe(true)
  expect([points[0]?.submitted, points.at(-1)?.submitted]).toEqual([1, 1])
  expect(points[0]?.at).toBeLessThanOrEqual(START_MS / 1000)
})

test('weeks begin on Mondays, in UTC', async () => {
  await insert(START_MS + 3 * DAY_MS, START_MS + 100 * DAY_MS)
  expect((await ask()).points[0]?.at).toBe(START_MS / 1000)
})

test('needs a session', async () => {
  expect((await callEndpoint(ferry.server, endpoints.admin.claimsOverTime)).statusCode).toBe(401)
})
