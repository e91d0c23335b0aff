import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildRequest, type Endpoint } from '#api-schema/endpoint.ts'
import { ALL_ENDPOINTS, endpoints } from '#api-schema/endpoints.ts'
import { makeSessionToken, sealSessionToken } from '#app/sessions/sessions.ts'
import { readEveryRow } from '../harness/alter-store.ts'
import { encodeForm } from '../harness/call-endpoint.ts'
import { DIALECTS, startPortalDatabase } from '../harness/each-store.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/** Every endpoint of the table with every kind of token. An endpoint that is new is in it by itself. */

const HOUR = 3_600_000

type Send = (token: string) => Pick<InjectOptions, 'headers' | 'query' | 'cookies'> & { body?: object }

const bearer: Send = (token) => ({ headers: { authorization: `Bearer ${token}` } })

/** Sessions as the store may hold them; each has a token that was once given. The expired one last: a sign-in clears it. */
const SESSIONS = ['valid', 'idle', 'revoked', 'of the old password', 'expired'] as const
type SessionKind = (typeof SESSIONS)[number]

const REFUSED: readonly [name: string, session: SessionKind, send: Send][] = [
  ['no token', 'valid', () => ({})],
  ['an empty token', 'valid', () => ({ headers: { authorization: 'Bearer ' } })],
  ['garbage', 'valid', () => ({ headers: { authorization: 'Bearer \u00ff%00" or 1=1' } })],
  ['a token that was never given', 'valid', () => bearer(makeSessionToken())],
  ['a token that lacks its last character', 'valid', (token) => bearer(token.slice(0, -1))],
  ['a token in other letters', 'valid', (token) => bearer(swapCase(token))],
  ['two tokens', 'valid', (token) => bearer(`${token} ${token}`)],
  ['an expired token', 'expired', bearer],
  ['an idle token', 'idle', bearer],
  ['a revoked token', 'revoked', bearer],
  ['a token of the old password', 'of the old password', bearer],
  ['its keyed hash, out of the database', 'valid', (token) => bearer(hashOf(token))],
  ['a token without a scheme', 'valid', (token) => ({ headers: { authorization: token } })],
  ['a token of another scheme', 'valid', (token) => ({ headers: { authorization: `Basic ${token}` } })],
  [
    'a token in the query',
    'valid',
    (token) => ({ query: { token, access_token: token, authorization: `Bearer ${token}` } }),
  ],
  [
    'a token in a cookie',
    'valid',
    (token) => ({ cookies: { token, 'ferry-admin-token': token, authorization: `Bearer ${token}` } }),
  ],
  ['a token in the body', 'valid', (token) => ({ body: { token, access_token: token } })],
  [
    'a token in another header',
    'valid',
    (token) => ({
      headers: { 'x-authorization': `Bearer ${token}`, 'proxy-authorization': `Bearer ${token}` },
    }),
  ],
]

const ACCEPTED: readonly [name: string, send: Send][] = [
  ['a valid token', bearer],
  ['a scheme in lower case', (token) => ({ headers: { authorization: `bearer ${token}` } })],
]

const [GUARDED, PUBLIC] = [true, false].map((needs) =>
  ALL_ENDPOINTS.filter(({ needsSession }) => needsSession === needs),
) as [Endpoint[], Endpoint[]]

let ferry: TestPortal
let hashOf: (token: string) => string
const tokens = new Map<SessionKind, string>()

test('every endpoint declares who may ask it', () => {
  expect(GUARDED.length + PUBLIC.length).toBe(ALL_ENDPOINTS.length)
  expect(GUARDED.length).toBeGreaterThan(30)
  expect(PUBLIC.length).toBeLessThan(15)
  const operators = /^\/api\/(admin|bulk-sender|standalone-bulk-sender)\//
  expect(PUBLIC.filter(({ path }) => operators.test(path))).toEqual([endpoints.admin.login])
})

describe.each(DIALECTS)('on %s', (dialect) => {
  let location: string

  const database = forAllTests(() => startPortalDatabase(dialect))
  const started = forAllTests(() => startPortal(database))
  beforeAll(async () => {
    ferry = started
    location = database.environment.DATABASE_URL ?? ferry.databaseFile
    hashOf = (token) => sealSessionToken(ferry.app, token)
    for (const kind of SESSIONS) tokens.set(kind, await open(kind))
    const rows = await readEveryRow(location)
    expect(rows.get('admin_session')).toHaveLength(SESSIONS.length - 1)
  })

  test('every route that the server has is in the table', () => {
    const served = routesOf(ferry)
    expect(served.size).toBeGreaterThan(40)
    expect([...served].toSorted()).toEqual(
      ALL_ENDPOINTS.map(({ method, path }) => `${method} ${path}`).toSorted(),
    )
  })

  test.each(REFUSED)(
    '%s opens none of the endpoints of operators, and changes nothing',
    async (_, kind, send) => {
      const before = await stateOf(location)
      for (const endpoint of GUARDED) {
        for (const method of methodsOf(endpoint)) {
          const response = await ask(endpoint, send(tokens.get(kind) ?? ''), method)
          expect(response.statusCode, `${method} ${endpoint.path}`).toBe(401)
          expect(response.headers['www-authenticate']).toBe('Bearer')
          expect(response.headers['cache-control']).toBe('no-store')
          if (method === 'HEAD') continue
          expect(response.json()).toEqual({
            error: 'Sign in to continue.',
            code: 'unauthorized',
            requestId: response.headers['x-request-id'],
          })
        }
      }
      expect(await stateOf(location)).toEqual(before)
    },
  )

  test.each(ACCEPTED)('%s opens every one of them', async (_, send) => {
    for (const endpoint of GUARDED) {
      // An answer that does not end: see portal-state.test.ts.
      if ('events' in endpoint.reply) continue
      const response = await ask(endpoint, send(await open('valid')))
      expect(response.statusCode, `${endpoint.path} ${response.body}`).not.toBe(401)
      expect(response.statusCode, endpoint.path).toBeLessThan(500)
    }
  })

  test.each([...REFUSED, ...ACCEPTED.map(([name, send]) => [name, 'valid' as const, send] as const)])(
    'what is public asks for no token, and does not mind %s',
    async (_, kind, send) => {
      for (const endpoint of PUBLIC) {
        const token = kind === 'valid' ? await open(kind) : tokens.get(kind)
        const response = await ask(endpoint, send(token ?? ''))
        const { code } = response.headers['content-type']?.toString().includes('json') ? response.json() : {}
        expect(code, endpoint.path).not.toBe('unauthorized')
      }
    },
  )
})

/** Opens a session of a kind, and returns its token. */
async function open(kind: SessionKind): Promise<string> {
  const { app } = ferry
  const token = makeSessionToken()
  const nowMs = Date.now()
  const sealed = sealSessionToken(
    kind === 'of the old password'
      ? { ...app, sessionTerms: { ...app.sessionTerms, passwordFingerprint: 'of the old one' } }
      : app,
    token,
  )
  const openedAtMs = kind === 'idle' ? nowMs - app.sessionTerms.idleMs : nowMs
  const expiresAtMs = nowMs + (kind === 'expired' ? 1 : 12 * HOUR)
  const session = { tokenHash: sealed, createdAtMs: openedAtMs, expiresAtMs, browser: null }
  const action = { atMs: nowMs, subject: sealed, detail: '' }
  await app.store.adminSessions.add(session, { ...action, action: 'sign_in' })
  if (kind === 'revoked') await app.store.adminSessions.revoke(sealed, { ...action, action: 'end_session' })
  return token
}

/** Reads the routes of the API from the tree that Fastify prints. */
function routesOf({ server }: TestPortal): Set<string> {
  const routes = new Set<string>()
  let parents: string[] = []
  for (const line of server.printRoutes({ includeHooks: false }).split('\n')) {
    const found = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (!found) continue
    const [, indent = '', part = '', methods = ''] = found
    parents = [...parents.slice(0, indent.length / 4), part]
    const path = parents.join('')
    if (!path.startsWith('/api/')) continue
    for (const method of methods.split(', ').filter((name) => name !== 'HEAD' && name !== ''))
      routes.add(`${method} ${path}`)
  }
  return routes
}

/** Fastify answers HEAD where there is a GET. */
function methodsOf({ method }: Endpoint): readonly (Endpoint['method'] | 'HEAD')[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

const PARAMS = { id: 'x', eth: 'x', distributionId: 'x' }

async function ask(
  endpoint: Endpoint,
  { headers, query, cookies, body }: ReturnType<Send>,
  method: Endpoint['method'] | 'HEAD' = endpoint.method,
) {
  const isForm = endpoint.body !== undefined && 'fileField' in endpoint.body
  const file = isForm ? { file: new File(['x'], 'x.csv') } : {}
  const built = buildRequest(endpoint, {
    params: PARAMS,
    ...file,
    ...(!isForm && endpoint.body && { body: {} }),
  })
  const form = built.body instanceof FormData ? await encodeForm(built.body) : null
  const payload = form?.payload ?? (endpoint.method === 'GET' ? undefined : (body ?? {}))
  return ferry.server.inject({
    method,
    url: built.url,
    headers: { ...form?.headers, ...headers },
    ...(query && { query }),
    ...(cookies && { cookies }),
    ...(payload !== undefined && { payload }),
  })
}

/** Everything in the store but its own signs of life. */
async function stateOf(location: string): Promise<Map<string, string[]>> {
  const rows = await readEveryRow(location)
  rows.delete('running_server')
  return rows
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
