import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { SOUND_CSV } from '#lab/lists/hostile-file.ts'
import { HOSTILE_FILES } from '#lab/lists/hostile-files.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { confirmList } from '../harness/confirm-list.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/** Of the processor: a file that takes more keeps others from being served. */
const MAX_CPU_MS = 10_000
/** A file that takes longer hangs. */
const MAX_MS = 30_000
const MAX_RSS_KB = 1024 ** 2

/** Words of the libraries that read files, of the runtime and of the database. */
const FOREIGN_WORDS =
  /yauzl|zlib|csv-parse|CSV_|Z_[A-Z]|Parser cannot|saxes|SyntaxError|TypeError|RangeError|Invalid (?:Record|Closing)|central directory|incorrect|invalid (?:distance|stored|block|code|bit|window)|unexpected end|undefined|\[object|node_modules|\bat .+\.[jt]s|SQLITE|ECONN|heap/i

let ferry: TestPortal
let headers: Record<string, string>
beforeAll(async () => {
  ferry = await startPortal()
  headers = await ferry.adminHeaders()
})
afterAll(() => ferry.close())

const upload = (bytes: Buffer | string, name = 'holders.csv') =>
  callEndpoint(
    ferry.server,
    endpoints.admin.upload,
    { file: new File([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], name) },
    { headers },
  )

test(`${HOSTILE_FILES.length} hostile files: refused or asked about in plain words, quickly, and the list stays`, async () => {
  expect(HOSTILE_FILES.length).toBeGreaterThanOrEqual(200)
  expect(new Set(HOSTILE_FILES.map(({ name }) => name)).size).toBe(HOSTILE_FILES.length)
  const call = (endpoint: Route, input: AnyInput) => callEndpoint(ferry.server, endpoint, input, { headers })
  expect((await confirmList(await upload(SOUND_CSV), call)).json()).toHaveProperty('count')
  const before = await ferry.app.store.snapshots.current()

  const wrong: string[] = []
  const times: [number, string][] = []
  const busy: string[] = []
  for (const { name, make } of HOSTILE_FILES) {
    const bytes = await make()
    const startedAt = performance.now()
    const cpuBefore = process.cpuUsage()
    const response = await upload(bytes)
    times.push([performance.now() - startedAt, name])
    const { user, system } = process.cpuUsage(cpuBefore)
    if ((user + system) / 1_000 > MAX_CPU_MS) busy.push(name)
    const answer = response.json()
    const told = [
      answer.error,
      ...(answer.details ?? []).map((each: { problem: string }) => each.problem),
    ].join('\n')
    const isAsked = response.statusCode === 200 && answer.uploadId !== undefined
    if (response.statusCode !== 400 && !isAsked)
      wrong.push(`${name}: ${response.statusCode} ${told.slice(0, 200)}`)
    if (FOREIGN_WORDS.test(told)) wrong.push(`${name}: ${told.slice(0, 300)}`)
    if (response.statusCode === 400 && !answer.details?.[0]?.problem) wrong.push(`${name}: says nothing`)
    if (response.body.length > 200_000) wrong.push(`${name}: answers with ${response.body.length} characters`)
  }
  const slow = times.filter(([ms]) => ms > MAX_MS)
  const rss = process.resourceUsage().maxRSS
  if (process.env.HOSTILE_FIGURES) {
    times.sort(([a], [b]) => b - a)
    console.info({ files: times.length, peakRssMb: Math.round(rss / 1024), slowest: times.slice(0, 8) })
  }
  expect({ wrong, slow, busy }).toEqual({ wrong: [], slow: [], busy: [] })
  expect(await ferry.app.store.snapshots.current()).toEqual(before)
  expect(rss).toBeLessThan(MAX_RSS_KB)
}, 240_000)
