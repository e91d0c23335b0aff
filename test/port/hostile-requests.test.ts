import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { SOUND_CSV } from '#lab/lists/hostile-file.ts'
import { HOSTILE_FILES } from '#lab/lists/hostile-files.ts'
import { writeWorkbook } from '#lab/lists/write-workbook.ts'
import { callEndpoint, confirmList, encodeForm, fetchEndpoint } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { connectRaw, headOf, readAnswer } from '../harness/raw-connection.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

describe('slow bodies', () => {
  let ferry: TestPortal
  const { portal, submitClaim } = endpoints.public
  const { upload, reloadAllocations } = endpoints.admin

  const A = `0x${'a'.repeat(40)}`
  const B = `0x${'b'.repeat(40)}`
  const LIST = `address,amountUA\n${A},1\n${B},1\n`
  const JSON_TYPE = { 'Content-Type': 'application/json' }
  afterEach(() => ferry.close())

  /** 5 kB. */
  function manyRows(): string {
    const rows = Array.from({ length: 100 }, (_, n) => `0x${String(n).padStart(40, 'a')},${10n ** 18n}\n`)
    return `address,amountWei\n${rows.join('')}`
  }

  async function formOf(content: string) {
    const form = new FormData()
    form.append('allocation_file', new Blob([content]), 'holders.csv')
    const { headers, payload } = await encodeForm(form)
    return { type: { 'Content-Type': headers['content-type'] }, body: payload.toString() }
  }

  const tooSlow = {
    status: 408,
    body: {
      code: 'request_too_slow',
      error: expect.any(String),
      requestId: expect.stringMatching(/^.{36}$/),
    },
  }

  describe('a body that comes too slowly ends its connection', () => {
    const limits = { bodyMs: 300, periodMs: 300, periodBytes: 1000 }

    test.each([
      ['of a claim', 1000 as const],
      ['of a claim, in chunks', 'chunked' as const],
    ])('%s', async (_, length) => {
      ferry = await startPortal({ bodyTimeLimits: limits })
      const connection = connectRaw(await ferry.listen())
      connection.write(headOf(`POST ${submitClaim.path}`, JSON_TYPE, length))
      const dripping = setInterval(() => connection.write(length === 'chunked' ? '1\r\n{\r\n' : '{'), 50)
      const answer = await connection.closed
      clearInterval(dripping)
      expect(readAnswer(answer)).toMatchObject(tooSlow)
      const { requestId } = readAnswer(answer).body
      expect(ferry.logLines.filter((line) => line.includes(String(requestId))).join()).toContain(
        'request_too_slow',
      )
    })

    test('of a request that is answered without its body', async () => {
      ferry = await startPortal({ bodyTimeLimits: limits })
      const connection = connectRaw(await ferry.listen())
      connection.write(headOf(`GET ${portal.path}`, JSON_TYPE, 1000))
      expect(await connection.closed).toMatch(/^HTTP\/1.1 200 /)
    })

    test('of an upload', async () => {
      ferry = await startPortal({ bodyTimeLimits: limits })
      const url = await ferry.listen()
      const connection = connectRaw(url)
      const { type, body } = await formOf(LIST)
      connection.write(headOf(`POST ${upload.path}`, { ...type, ...(await ferry.adminHeaders()) }, 100_000))
      connection.write(body.slice(0, -60))
      const dripping = setInterval(() => connection.write(' '), 50)
      expect(readAnswer(await connection.closed)).toMatchObject(tooSlow)
      clearInterval(dripping)
      expect(await ferry.app.store.snapshots.current()).toBeUndefined()
    })
  })

  test('an upload over a slow line goes through, however long it takes', async () => {
    ferry = await startPortal({ bodyTimeLimits: { bodyMs: 1000, periodMs: 2000, periodBytes: 100 } })
    const connection = connectRaw(await ferry.listen())
    const { type, body } = await formOf(manyRows())
    const head = { ...type, ...(await ferry.adminHeaders()), Connection: 'close' }
    connection.write(headOf(`POST ${upload.path}`, head, body.length))
    for (let at = 0; at < body.length; at += 100) {
      connection.write(body.slice(at, at + 100))
      await delay(100)
    }
    expect(readAnswer(await connection.closed)).toMatchObject({
      status: 200,
      body: { preview: { count: 100 } },
    })
  })

  test('an upload that stalls keeps no other import waiting', async () => {
    ferry = await startPortal()
    const url = await ferry.listen()
    const headers = await ferry.adminHeaders()
    const stalled = connectRaw(url)
    const { type, body } = await formOf(LIST)
    stalled.write(headOf(`POST ${upload.path}`, { ...type, ...headers }, body.length + 1000))
    stalled.write(body.slice(0, -60))
    await expect.poll(() => ferry.logLines.join()).toContain('starting multipart parsing')

    ferry.app.allocationsFile = join(ferry.folder, 'holders.csv')
    writeFileSync(ferry.app.allocationsFile, LIST)
    const init = { method: 'POST', headers }
    const reloaded = await fetch(url + reloadAllocations.path, {
      ...init,
      signal: AbortSignal.timeout(20_000),
    })
    expect([reloaded.status, await reloaded.json()]).toMatchObject([200, { preview: { count: 2 } }])
    const file = new File([LIST], 'holders.csv')
    const uploaded = await fetchEndpoint(url, upload, { file }, headers)
    expect(uploaded.status).toBe(200)
    stalled.destroy()
  })
})

describe('pipelined requests', () => {
  const MOST_OF_A_CONNECTION = 8
  let url: string
  const ferry = forAllTests(startPortal)
  beforeAll(async () => {
    url = await ferry.listen()
  })

  const request = 'GET /verify.html HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n'
  const answersIn = (text: string) => text.split('HTTP/1.1 200 OK').length - 1

  test('a connection that asks for more at once than it is given gets eight answers, and is closed', async () => {
    const connections = Array.from({ length: 5 }, () => connectRaw(url))
    for (const connection of connections) connection.write(request.repeat(2_000))
    expect((await fetchEndpoint(url, endpoints.public.health)).status).toBe(200)
    for (const { closed } of connections) expect(answersIn(await closed)).toBe(MOST_OF_A_CONNECTION)
  })

  test('a few pipelined requests are all answered, and the connection stays', async () => {
    const connection = connectRaw(url)
    connection.write(request.repeat(MOST_OF_A_CONNECTION))
    connection.write(request.replace('Host: x', 'Host: x\r\nConnection: close'))
    expect(answersIn(await connection.closed)).toBeGreaterThanOrEqual(MOST_OF_A_CONNECTION)
  })
})

describe('nul characters', () => {
  const { admin, bulkSender, standaloneSender } = endpoints
  const NUL = 'a\0b'
  let headers: { authorization: string }
  const ferry = forAllTests(startPortal)
  beforeAll(async () => {
    headers = await ferry.adminHeaders()
  })

  test.each<[string, Route, AnyInput, string]>([
    ['a search', admin.claims, { query: { q: NUL } }, 'query'],
    ["a claim's id", admin.claim, { params: { id: NUL } }, 'path'],
    ["a distribution's id", standaloneSender.progress, { params: { distributionId: NUL } }, 'path'],
    ['a reason', admin.reject, { body: { id: 'x', reason: NUL } }, 'body'],
    ['a hold', bulkSender.settleHold, { body: { attemptId: NUL } }, 'body'],
    ['a name in an object that is deep down', admin.reject, { body: deep({ [NUL]: 1 }) }, 'body'],
  ])('%s with a NUL is not valid, on any database', async (_, endpoint, input, where) => {
    const response = await callEndpoint(ferry.server, endpoint, input, { headers })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      code: 'invalid_request',
      details: [{ where, problem: 'A NUL character is not accepted' }],
    })
  })

  test("nor is a file's name", async () => {
    const { method, path: url, body } = admin.upload
    const payload = `--b\r\nContent-Disposition: form-data; name="${body.fileField}"; filename="a\0.csv"\r\n\r\naddress,amountWei\n\r\n--b--\r\n`
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    const response = await ferry.server.inject({ method, url, headers: { ...headers, ...type }, payload })
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
  })

  function deep(innermost: unknown): unknown {
    let value = innermost
    for (let depth = 0; depth < 3000; depth++) value = [value]
    return value
  }
})

describe('hostile lists', () => {
  /**
   * Of the processor: a file that takes more keeps others from being served. A machine that others use takes longer for all it does, so
   * a file over it is held against an honest list that is read right after it.
   */
  const MAX_CPU_MS = 10_000
  /** An honest list of this size takes a sixth of it, read by itself. */
  const HONEST_ROWS = 60_000
  const MAX_HONEST_LISTS = 6
  /** A file that takes longer hangs. */
  const MAX_MS = 30_000
  const MAX_RSS_KB = 1024 ** 2

  /** Words of the libraries that read files, of the runtime and of the database. */
  const FOREIGN_WORDS =
    /yauzl|zlib|csv-parse|CSV_|Z_[A-Z]|Parser cannot|saxes|SyntaxError|TypeError|RangeError|Invalid (?:Record|Closing)|central directory|incorrect|invalid (?:distance|stored|block|code|bit|window)|unexpected end|undefined|\[object|node_modules|\bat .+\.[jt]s|SQLITE|ECONN|heap/i

  let headers: Record<string, string>
  const ferry = forAllTests(startPortal)
  beforeAll(async () => {
    headers = await ferry.adminHeaders()
  })
  const upload = (bytes: Buffer | string, name = 'holders.csv') =>
    callEndpoint(
      ferry.server,
      endpoints.admin.upload,
      { file: new File([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], name) },
      { headers },
    )

  const honestList = () =>
    writeWorkbook({
      header: ['address', 'amountUA'],
      rows: Array.from({ length: HONEST_ROWS }, (_, n) => [`0x${String(n).padStart(40, 'a')}`, '1.5']),
    })

  /** Returns what came of work, and the milliseconds of the processor that it took. */
  async function measured<T>(work: () => Promise<T>): Promise<[result: T, cpuMs: number]> {
    const before = process.cpuUsage()
    const result = await work()
    const { user, system } = process.cpuUsage(before)
    return [result, (user + system) / 1_000]
  }

  test(`${HOSTILE_FILES.length} hostile files: refused or asked about in plain words, quickly, and the list stays`, async () => {
    expect(HOSTILE_FILES.length).toBeGreaterThanOrEqual(200)
    expect(new Set(HOSTILE_FILES.map(({ name }) => name)).size).toBe(HOSTILE_FILES.length)
    const call = (endpoint: Route, input: AnyInput) =>
      callEndpoint(ferry.server, endpoint, input, { headers })
    expect((await confirmList(await upload(SOUND_CSV), call)).json()).toHaveProperty('count')
    const before = await ferry.app.store.snapshots.current()

    const wrong: string[] = []
    const times: [number, string][] = []
    const busy: string[] = []
    for (const { name, make } of HOSTILE_FILES) {
      const bytes = await make()
      const startedAt = performance.now()
      const [response, cpuMs] = await measured(() => upload(bytes))
      times.push([performance.now() - startedAt, name])
      if (cpuMs > MAX_CPU_MS) {
        const list = await honestList()
        const [, honestMs] = await measured(() => upload(list))
        if (cpuMs > honestMs * MAX_HONEST_LISTS) busy.push(name)
      }
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
      if (response.body.length > 200_000)
        wrong.push(`${name}: answers with ${response.body.length} characters`)
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
})
