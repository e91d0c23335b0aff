import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { fillPath } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { ErrorResponse } from '#api-schema/error.ts'
import { BUILD } from '#config/build.ts'
import { fetchEndpoint } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { startPortal } from '../harness/start-portal.ts'

const { portal, allocation, submitClaim, claim, health, ready, openApi } = endpoints.public

const NOBODY = `0x${'1'.repeat(40)}`

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let url: string

const ferry = forAllTests(startPortal)
beforeAll(async () => {
  url = await ferry.listen()
})
const json = { 'content-type': 'application/json' }

test('health names the version of package.json, and the commit that was built', async () => {
  const answer = await fetchEndpoint(url, health)
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(await answer.json()).toEqual({ status: 'ok', version, commit: BUILD.commit })
})

describe('every error has the one shape, and an id', () => {
  test.each<[string, number, string, string, RequestInit]>([
    [
      'malformed JSON',
      400,
      'malformed_json',
      submitClaim.path,
      { method: 'POST', headers: json, body: '{"eth":' },
    ],
    [
      'an empty JSON body',
      400,
      'malformed_json',
      submitClaim.path,
      { method: 'POST', headers: json, body: '' },
    ],
    [
      'a prototype in JSON',
      400,
      'malformed_json',
      submitClaim.path,
      { method: 'POST', headers: json, body: '{"__proto__":{}}' },
    ],
    [
      'wrong types',
      400,
      'invalid_request',
      submitClaim.path,
      { method: 'POST', headers: json, body: '{"eth":1}' },
    ],
    [
      'a body of 10 MB',
      413,
      'payload_too_large',
      submitClaim.path,
      { method: 'POST', headers: json, body: `"${'x'.repeat(10_000_000)}"` },
    ],
    [
      'plain text',
      415,
      'unsupported_media_type',
      submitClaim.path,
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
    ],
    [
      'XML',
      415,
      'unsupported_media_type',
      submitClaim.path,
      { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<x/>' },
    ],
    ['a missing query', 400, 'invalid_request', allocation.path, {}],
    ['no such API', 404, 'not_found', '/api/nope', {}],
    [
      'no such API, asked for by a browser',
      404,
      'not_found',
      '/api/nope',
      { headers: { accept: 'text/html' } },
    ],
    ['another method', 404, 'not_found', submitClaim.path, {}],
    ['no such claim', 404, 'no_claim', fillPath(claim.path, { eth: NOBODY }), {}],
    ['a broken URL', 400, 'invalid_request', claim.path.replace(':eth', '%zz'), {}],
    ['no session', 401, 'unauthorized', endpoints.admin.stats.path, {}],
    [
      'a wrong password',
      401,
      'invalid_password',
      endpoints.admin.login.path,
      { method: 'POST', headers: json, body: '{"password":"x"}' },
    ],
    ['no such asset', 404, 'not_found', '/assets/nope.js', {}],
    ['a path out of the assets', 404, 'not_found', '/assets/..%2findex.html', {}],
    ['the demo, where there is none', 404, 'not_found', '/demo/wallets', {}],
    ["the demo's wallet, where there is none", 404, 'not_found', '/demo-wallet.js', {}],
  ])('%s', async (_, status, code, path, init) => {
    const response = await fetch(url + path, {
      ...init,
      headers: { ...init.headers, 'X-Request-Id': 'mine' },
    })
    const body = (await response.json()) as ErrorResponse
    expect(body).toMatchObject({ code, error: expect.stringMatching(/^[A-Z].*\.$/) })
    expect(response.status).toBe(status)
    expect(Object.keys(body).sort()).toEqual(
      body.details ? ['code', 'details', 'error', 'requestId'] : ['code', 'error', 'requestId'],
    )
    expect(response.headers.get('x-request-id')).toMatch(UUID)
    expect(body.requestId).toBe(response.headers.get('x-request-id'))
  })

  test('bytes that are no HTTP', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
    })
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(head).toContain(`X-Request-Id: ${JSON.parse(body).requestId}`)
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid_request' })
  })

  test('an expectation that nobody knows', async () => {
    const sent = request(url + health.path, { headers: { expect: '200-maybe' } }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(400)
    expect(JSON.parse(await text(response))).toMatchObject({
      code: 'invalid_request',
      requestId: response.headers['x-request-id'],
    })
  })

  test.each([
    ['with its length', { 'content-length': '10000000' }],
    ['in chunks', {}],
  ])('a body of 10 MB %s, from a client that sends all of it before it reads', async (_, length) => {
    const sent = request(url + submitClaim.path, { method: 'POST', headers: { ...json, ...length } })
    const answered = once(sent, 'response')
    for (let n = 0; n < 10; n++) sent.write('x'.repeat(1_000_000))
    sent.end()
    await once(sent, 'finish')
    const [response] = (await answered) as [IncomingMessage]
    expect(response.statusCode).toBe(413)
    expect(JSON.parse(await text(response))).toMatchObject({ code: 'payload_too_large' })
  })

  test('an internal error shows no details', async () => {
    const find = ferry.app.store.snapshots.findAllocation
    ferry.app.store.snapshots.findAllocation = () => Promise.reject(new Error('at /srv/ferry/secret.ts'))
    const response = await fetchEndpoint(url, allocation, { query: { eth: NOBODY } })
    ferry.app.store.snapshots.findAllocation = find
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toContain('secret')
    const { requestId } = JSON.parse(text)
    expect(ferry.logLines.filter((line) => line.includes(requestId)).join()).toContain('secret.ts')
  })

  test('wrong fields are named, one by one', async () => {
    const { authorization } = await ferry.adminHeaders()
    const body = {
      rpcUrl: 'http://127.0.0.1:1',
      privateKey: 'x',
      tokenMintAddress: 'y',
      batchSize: 51,
      delayBetweenBatches: 10,
    }
    const { config } = endpoints.bulkSender
    const response = await ferry.ask(config, { body }, { headers: { authorization } })
    expect(response.json().details).toEqual([
      { where: 'batchSize', problem: expect.any(String) },
      { where: 'delayBetweenBatches', problem: expect.any(String) },
    ])
  })
})

describe('a query parameter that the route does not know is refused', () => {
  test.each([
    ['misspelled', '/api/allocations?eth=x&adress=y', 'adress', 'This route takes eth, t'],
    ['where there are none', '/api/portal?limit=5', 'limit', 'This route takes no parameters'],
  ])('%s', async (_, path, where, problem) => {
    const response = await fetch(url + path)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'invalid_request',
      details: [{ where, problem: `No such parameter. ${problem}` }],
    })
  })
})

describe('every good answer', () => {
  test.each([
    portal.path,
    health.path,
    ready.path,
    openApi.path,
    '/',
    '/test',
    '/robots.txt',
    '/assets/claim-abc123.js',
  ])('has an id: %s', async (path) => {
    const response = await fetch(url + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('x-request-id')).toMatch(UUID)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
    const held = path === portal.path ? 'public, max-age=0, s-maxage=2' : 'no-store'
    if (path.startsWith('/api/')) expect(response.headers.get('cache-control')).toBe(held)
  })
})

test('readiness depends on the signature worker', async () => {
  const other = await startPortal()
  expect((await other.ask(ready)).json()).toEqual({ status: 'ready' })
  await other.app.signers.close()
  const response = await other.ask(ready)
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('5')
  expect(response.json()).toMatchObject({ code: 'not_ready' })
  await other.close()
})
