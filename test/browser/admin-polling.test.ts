import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillPath } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type AdminFixture, openAdminFixture } from '../harness/admin-fixture.ts'

const { bulkSender, standaloneSender, admin } = endpoints

/** Long enough for every interval but the longest to come round twice. */
const WATCHED_MS = 23_000
/** Long enough for two seconds to come round three times. */
const WATCHED_RUNNING_MS = 8000
/** Paid one by one, a second apart: the run outlasts the watching. */
const PAYMENTS = 20
/** Timers are late on a busy machine, never early: a first request that was late makes all that follow seem early by as much. */
const LATE_MS = 750

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await openAdminFixture()
})
afterAll(() => fixture?.close())

/** Records the times of the API's calls by path, in one view without any action. */
async function watch(place: string, watchedMs = WATCHED_MS): Promise<Map<string, number[]>> {
  const asked = new Map<string, number[]>()
  const { page } = await fixture.visit(place)
  // By the browser's clock: this process hears of a request later, on a busy machine by a second.
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    asked.set(pathname, [...(asked.get(pathname) ?? []), request.timing().startTime])
  })
  // Requests of the page before do not count.
  page.on('framenavigated', () => asked.clear())
  await page.reload()
  await sleep(watchedMs)
  return asked
}

function expectEvery(
  everyMs: number,
  view: Map<string, number[]>,
  path: string,
  watchedMs = WATCHED_MS,
): void {
  // The page takes a while to ask first, and a busy machine makes up for none of it.
  const rounds = Math.max(Math.floor((0.8 * watchedMs) / everyMs), 2)
  const times = view.get(path) ?? []
  const gaps = times.length - 1
  expect(gaps, path).toBeGreaterThanOrEqual(rounds)
  const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0)
  expect(spanMs, `${path} ${times}`).toBeGreaterThanOrEqual(gaps * everyMs - LATE_MS)
}

test('each view asks again as often as it is specified, and what is not specified is asked once', {
  timeout: 90_000,
}, async () => {
  const [overview, bulk, standalone] = await Promise.all([
    watch(''),
    watch('tab=bulk-sender&sender=execute'),
    watch('tab=standalone-sender&standalone=history'),
  ])
  expectEvery(5000, bulk, bulkSender.status.path)
  expectEvery(2000, standalone, standaloneSender.status.path)
  expectEvery(10_000, standalone, standaloneSender.stats.path)
  for (const [view, path] of [
    [overview, admin.stats.path],
    [overview, admin.claims.path],
    [overview, endpoints.public.portal.path],
    [bulk, endpoints.public.portal.path],
    [standalone, standaloneSender.distributions.path],
  ] as const) {
    expect(view.get(path)?.length, path).toBe(1)
  }
  await fixture.endVisits()
})

test('while a distribution runs, it is asked for every two seconds', { timeout: 60_000 }, async () => {
  await fixture.configure('standalone', { batchSize: 1, delayBetweenBatches: 1000 })
  const { page, button, choosePayments } = await fixture.visit('tab=standalone-sender&standalone=upload')
  await choosePayments(Array.from({ length: PAYMENTS }, () => [freshSolanaAddress(), '1']))
  await button('Start Distribution').click()
  await button('Start sending').click()
  await page.getByText('processing', { exact: true }).waitFor()
  const { distributions } = await fixture.call(standaloneSender.distributions)
  const id = distributions[0]?.id ?? ''

  const [progress, history] = await Promise.all([
    watch(`tab=standalone-sender&standalone=upload&distribution=${id}`, WATCHED_RUNNING_MS),
    watch('tab=standalone-sender&standalone=history', WATCHED_RUNNING_MS),
  ])
  expectEvery(2000, progress, standaloneSender.status.path, WATCHED_RUNNING_MS)
  expectEvery(
    2000,
    progress,
    fillPath(standaloneSender.progress.path, { distributionId: id }),
    WATCHED_RUNNING_MS,
  )
  expectEvery(2000, history, standaloneSender.distributions.path, WATCHED_RUNNING_MS)
  await fixture.endVisits()
})
