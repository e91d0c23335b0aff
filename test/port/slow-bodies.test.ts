import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { encodeForm } from '../harness/call-endpoint.ts'
import { fetchEndpoint } from '../harness/fetch-endpoint.ts'
import { connectRaw, headOf, readAnswer } from '../harness/raw-connection.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const { portal, submitClaim } = endpoints.public
const { upload, reloadAllocations } = endpoints.admin

const A = `0x${'a'.repeat(40)}`
const B = `0x${'b'.repeat(40)}`
const LIST = `address,amountUA\n${A},1\n${B},1\n`
const JSON_TYPE = { 'Content-Type': 'application/json' }

let ferry: TestPortal
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
  body: { code: 'request_too_slow', error: expect.any(String), requestId: expect.stringMatching(/^.{36}$/) },
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

test('an upload over a slow line goes through, however long it takes', { timeout: 60_000 }, async () => {
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
  const reloaded = await fetch(url + reloadAllocations.path, { ...init, signal: AbortSignal.timeout(20_000) })
  expect([reloaded.status, await reloaded.json()]).toMatchObject([200, { preview: { count: 2 } }])
  const file = new File([LIST], 'holders.csv')
  const uploaded = await fetchEndpoint(url, upload, { file }, headers)
  expect(uploaded.status).toBe(200)
  stalled.destroy()
})
