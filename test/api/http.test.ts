import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorResponse } from '#api-schema/error.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let ferry: TestPortal
let url: string

beforeAll(async () => {
  ferry = await startPortal()
  url = await ferry.listen()
})
afterAll(() => ferry.close())

const json = { 'content-type': 'application/json' }

describe('every refusal has the one shape, and an id', () => {
  test.each<[string, number, string, string, RequestInit]>([
    [
      'malformed JSON',
      400,
      'malformed_json',
      '/api/submitClaim',
      { method: 'POST', headers: json, body: '{"eth":' },
    ],
    [
      'an empty JSON body',
      400,
      'malformed_json',
      '/api/submitClaim',
      { method: 'POST', headers: json, body: '' },
    ],
    [
      'a prototype in JSON',
      400,
      'malformed_json',
      '/api/submitClaim',
      { method: 'POST', headers: json, body: '{"__proto__":{}}' },
    ],
    [
      'wrong types',
      400,
      'invalid_request',
      '/api/submitClaim',
      { method: 'POST', headers: json, body: '{"eth":1}' },
    ],
    [
      'a body of 10 MB',
      413,
      'payload_too_large',
      '/api/submitClaim',
      { method: 'POST', headers: json, body: `"${'x'.repeat(10_000_000)}"` },
    ],
    [
      'plain text',
      415,
      'unsupported_media_type',
      '/api/submitClaim',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
    ],
    [
      'XML',
      415,
      'unsupported_media_type',
      '/api/submitClaim',
      { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<x/>' },
    ],
    ['a missing query', 400, 'invalid_request', '/api/allocations', {}],
    ['no such API', 404, 'not_found', '/api/nope', {}],
    [
      'no such API, asked for by a browser',
      404,
      'not_found',
      '/api/nope',
      { headers: { accept: 'text/html' } },
    ],
    ['another method', 404, 'not_found', '/api/submitClaim', {}],
    ['no such claim', 404, 'no_claim', `/api/claims/0x${'1'.repeat(40)}`, {}],
    ['a broken URL', 400, 'invalid_request', '/api/claims/%zz', {}],
    ['no session', 401, 'unauthorized', '/api/admin/stats', {}],
    [
      'a wrong password',
      401,
      'invalid_password',
      '/api/admin/login',
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

  test.each([
    ['with its length', { 'content-length': '10000000' }],
    ['in chunks', {}],
  ])('a body of 10 MB %s, from a client that sends all of it before it reads', async (_, length) => {
    const sent = request(`${url}/api/submitClaim`, { method: 'POST', headers: { ...json, ...length } })
    const answered = once(sent, 'response')
    for (let n = 0; n < 10; n++) sent.write('x'.repeat(1_000_000))
    sent.end()
    await once(sent, 'finish')
    const [response] = (await answered) as [IncomingMessage]
    expect(response.statusCode).toBe(413)
    expect(JSON.parse(await text(response))).toMatchObject({ code: 'payload_too_large' })
  })

  test('a fault of ours tells nothing of itself', async () => {
    const find = ferry.portal.store.snapshots.findAllocation
    ferry.portal.store.snapshots.findAllocation = () => Promise.reject(new Error('at /srv/ferry/secret.ts'))
    const response = await fetch(`${url}/api/allocations?eth=0x${'1'.repeat(40)}`)
    ferry.portal.store.snapshots.findAllocation = find
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toContain('secret')
    const { requestId } = JSON.parse(text)
    expect(ferry.logLines.filter((line) => line.includes(requestId)).join()).toContain('secret.ts')
  })

  test('wrong fields are named, one by one', async () => {
    const { authorization } = await ferry.adminHeaders()
    const response = await ferry.server.inject({
      method: 'POST',
      url: '/api/bulk-sender/config',
      headers: { authorization },
      payload: {
        rpcUrl: 'http://127.0.0.1:1',
        privateKey: 'x',
        tokenMintAddress: 'y',
        batchSize: 51,
        delayBetweenBatches: 10,
      },
    })
    expect(response.json().details).toEqual([
      { where: 'batchSize', problem: expect.any(String) },
      { where: 'delayBetweenBatches', problem: expect.any(String) },
    ])
  })
})

describe('every good answer', () => {
  test.each([
    '/api/portal',
    '/api/health',
    '/api/ready',
    '/api/openapi.json',
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
    if (path.startsWith('/api/')) expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

test('the OpenAPI document names every route, and none of the admin ones answers without a session', async () => {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security?: unknown }>>
  }
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      path,
      method,
      isGuarded: security !== undefined,
    })),
  )
  const isPublic = (path: string) =>
    !/^\/api\/(admin|bulk-sender|standalone-bulk-sender)\//.test(path) || path === '/api/admin/login'
  expect(routes.map(({ path }) => path)).toContain('/api/bulk-sender/config')
  expect(routes.filter(({ path }) => !isPublic(path)).length).toBeGreaterThanOrEqual(28)
  for (const { path, method, isGuarded } of routes) {
    expect(isGuarded, path).toBe(!isPublic(path))
    if (!isGuarded) continue
    const response = await fetch(url + path, { method: method.toUpperCase() })
    expect(response.status, path).toBe(401)
  }
})

test('readiness tells whether the signature worker is usable', async () => {
  const other = await startPortal()
  expect((await other.server.inject('/api/ready')).json()).toEqual({ status: 'ready' })
  await other.portal.signers.close()
  const response = await other.server.inject('/api/ready')
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('5')
  expect(response.json()).toMatchObject({ code: 'not_ready' })
  await other.close()
})
