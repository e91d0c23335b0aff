import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminDesk, openAdminDesk } from '../harness/admin-desk.ts'

/** Long enough for every interval but the longest to come round twice. */
const WATCHED_MS = 23_000
/** Timers are late on a busy machine, never early. */
const EARLY_MS = 150

let desk: AdminDesk
beforeAll(async () => {
  desk = await openAdminDesk()
})
afterAll(() => desk?.close())

/** When each path of the API was asked for, in one view that is left alone. */
async function watch(place: string): Promise<Map<string, number[]>> {
  const asked = new Map<string, number[]>()
  const { page } = await desk.visit(place)
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    asked.set(pathname, [...(asked.get(pathname) ?? []), Date.now()])
  })
  // What the page before still asked for does not count.
  page.on('framenavigated', () => asked.clear())
  await page.reload()
  await sleep(WATCHED_MS)
  return asked
}

const gaps = (times: number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0))

test('each view asks again as often as it is specified, and what is not specified is asked once', {
  timeout: 90_000,
}, async () => {
  const [overview, bulk, standalone] = await Promise.all([
    watch(''),
    watch('tab=bulk-sender&sender=execute'),
    watch('tab=standalone-sender&standalone=history'),
  ])
  const standaloneApi = '/api/standalone-bulk-sender'
  for (const [view, path, everyMs] of [
    [overview, '/api/bulk-sender/status', 5000],
    [bulk, '/api/bulk-sender/status', 5000],
    [standalone, `${standaloneApi}/status`, 2000],
    [standalone, `${standaloneApi}/stats`, 10_000],
  ] as const) {
    const between = gaps(view.get(path) ?? [])
    expect(between.length, path).toBeGreaterThanOrEqual(2)
    for (const gap of between) expect(gap, `${path} ${between}`).toBeGreaterThanOrEqual(everyMs - EARLY_MS)
  }
  for (const [view, path] of [
    [overview, '/api/admin/stats'],
    [overview, '/api/admin/claims'],
    [overview, '/api/portal'],
    [bulk, '/api/portal'],
    [standalone, `${standaloneApi}/distributions`],
  ] as const) {
    expect(view.get(path)?.length, path).toBe(1)
  }
  await desk.endVisits()
})
