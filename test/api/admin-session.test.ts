import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ALL_ENDPOINTS, endpoints } from '#api-schema/endpoints.ts'
import { hashPassword } from '#config/admin-password.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { readRows } from '../harness/alter-store.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { ADMIN_PASSWORD, startPortal } from '../harness/start-portal.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const TERMS = { max: 5, windowMs: HOUR, nowMs: Date.now() }

const ferry = forEachTest(startPortal)
const login = (password: unknown, remoteAddress = '198.51.100.1', cookie?: string) =>
  ferry.ask(
    endpoints.admin.login,
    { body: { password } },
    { remoteAddress, headers: cookie === undefined ? {} : { cookie } },
  )

const cookieOf = ({ headers }: Awaited<ReturnType<typeof login>>) =>
  String(headers['set-cookie']).split(';')[0] ?? ''

const stats = (authorization?: string) =>
  ferry.ask(endpoints.admin.stats, {}, { headers: authorization ? { authorization } : {} })

const later = (ms: number) => {
  const nowMs = Date.now() + ms
  ferry.app.now = () => nowMs
}

describe('a session', () => {
  test('opens with the password, and ends at sign-out', async () => {
    const response = await login(ADMIN_PASSWORD)
    expect(response.statusCode).toBe(200)
    const { token, expiresAt } = response.json()
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(expiresAt).toBeCloseTo((Date.now() + 12 * HOUR) / 1000, -2)

    const authorization = `Bearer ${token}`
    expect((await stats(authorization)).statusCode).toBe(200)
    const logout = () => ferry.ask(endpoints.admin.logout, {}, { headers: { authorization } })
    expect((await logout()).json()).toEqual({ ok: true })
    expect((await stats(authorization)).statusCode).toBe(401)
    expect((await logout()).statusCode).toBe(401)
  })

  test('comes with a cookie that is for signing in alone, and opens nothing', async () => {
    const response = await login(ADMIN_PASSWORD)
    expect(String(response.headers['set-cookie'])).toMatch(
      /^ferry_device=[\w-]{43}; Max-Age=7776000; Path=\/api\/admin\/login; HttpOnly; SameSite=Strict$/,
    )
    expect(Object.keys(response.json()).sort()).toEqual(['expiresAt', 'token'])
    const headers = { cookie: cookieOf(response) }
    expect((await ferry.ask(endpoints.admin.stats, {}, { headers })).statusCode).toBe(401)
    const [client] = readRows(ferry.databaseFile, 'select client from known_client')
    expect(JSON.stringify(client)).not.toContain(headers.cookie.split('=')[1])
  })

  test('comes with a cookie that no page without TLS can set, where the portal has an address with it', async () => {
    ferry.app.settings = { ...ferry.app.settings, publicUrl: 'https://migrate.example' }
    const response = await login(ADMIN_PASSWORD)
    expect(String(response.headers['set-cookie'])).toMatch(
      /^__Secure-ferry_device=[\w-]{43}; .*; SameSite=Strict; Secure$/,
    )
    // Five failures at the address do not keep that device out; a cookie that a page without TLS may have set is none.
    for (let n = 0; n < 5; n += 1) await login('wrong password!')
    const cookie = cookieOf(response)
    expect((await login(ADMIN_PASSWORD, undefined, cookie.replace('__Secure-', ''))).statusCode).toBe(429)
    expect((await login(ADMIN_PASSWORD, undefined, cookie)).statusCode).toBe(200)
  })

  test('ends after twelve hours', async () => {
    const { authorization } = await ferry.adminHeaders()
    for (let hours = 1; hours < 12; hours++) {
      later(hours * HOUR)
      expect((await stats(authorization)).statusCode).toBe(200)
    }
    later(12 * HOUR - MINUTE)
    expect((await stats(authorization)).statusCode).toBe(200)
    later(12 * HOUR + MINUTE)
    expect((await stats(authorization)).statusCode).toBe(401)
  })

  test('ends after two hours without use; the polling of an open tab is none', async () => {
    const { authorization } = await ferry.adminHeaders()
    // A stream answers for as long as it is open: portal-state.test.ts has it.
    const polled = ALL_ENDPOINTS.filter(({ isPolled, path }) => isPolled && !path.endsWith('/events'))
    expect(polled.length).toBeGreaterThan(5)
    for (let minutes = 10; minutes < 120; minutes += 10) {
      later(minutes * MINUTE)
      for (const endpoint of polled) {
        const input = { params: { distributionId: 'x', id: 'x' } }
        const answer = await ferry.ask(endpoint, input, { headers: { authorization } })
        expect(answer.statusCode, endpoint.path).not.toBe(401)
      }
    }
    later(2 * HOUR - MINUTE)
    const status = () => ferry.ask(endpoints.bulkSender.status, {}, { headers: { authorization } })
    expect((await status()).statusCode).toBe(200)
    later(2 * HOUR + 1000)
    expect((await status()).statusCode).toBe(401)
    expect((await stats(authorization)).statusCode).toBe(401)
  })

  test('lasts unused for as long as SESSION_IDLE_MINUTES says', async () => {
    const other = await startPortal({ environment: { SESSION_IDLE_MINUTES: '5' } })
    const ask = () => other.call(endpoints.admin.stats)
    await ask()
    const signedInMs = Date.now()
    for (const [minutes, status] of [
      [4, 200],
      [8, 200],
      [14, 401],
    ] as const) {
      other.app.now = () => signedInMs + minutes * MINUTE
      expect((await ask()).statusCode).toBe(status)
    }
    await other.close()
  })

  test('is written to once a minute at most, however much it is used', async () => {
    const { authorization } = await ferry.adminHeaders()
    const { adminSessions } = ferry.app.store
    let writes = 0
    ferry.app.store.adminSessions = {
      ...adminSessions,
      noteUse: (tokenHash, nowMs) => {
        writes += 1
        return adminSessions.noteUse(tokenHash, nowMs)
      },
    }
    for (let seconds = 0; seconds <= 150; seconds += 10) {
      later(seconds * 1000)
      expect((await stats(authorization)).statusCode).toBe(200)
    }
    expect(writes).toBe(2)
  })

  test('is valid though its use can not be written down', async () => {
    const { authorization } = await ferry.adminHeaders()
    const { adminSessions } = ferry.app.store
    const noteUse = () => Promise.reject(new StoreUnavailableError('full'))
    ferry.app.store.adminSessions = { ...adminSessions, noteUse }
    later(2 * MINUTE)
    expect((await stats(authorization)).statusCode).toBe(200)
  })

  test('is valid on every server with the same password, and on none with another', async () => {
    const { authorization } = await ferry.adminHeaders()
    const beside = async (environment: Record<string, string>) => {
      const DATA_DIR = join(ferry.folder, 'data')
      const other = await startPortal({ environment: { DATA_DIR, ...environment } })
      const headers = { authorization }
      const { statusCode } = await other.ask(endpoints.admin.stats, {}, { headers })
      await other.close()
      return statusCode
    }
    expect(await beside({})).toBe(200)
    const ADMIN_PASSWORD_HASH = await hashPassword('another password')
    expect(await beside({ ADMIN_PASSWORD_HASH })).toBe(401)
    expect((await stats(authorization)).statusCode).toBe(200)
  })

  test('ends with all others where one signs out everywhere', async () => {
    const [first, second] = [await ferry.adminHeaders(), await ferry.adminHeaders()]
    const { logoutEverywhere } = endpoints.admin
    const refused = await ferry.ask(logoutEverywhere)
    expect(refused.statusCode).toBe(401)
    const answer = await ferry.ask(logoutEverywhere, {}, { headers: first })
    expect(answer.json()).toEqual({ ok: true })
    for (const { authorization } of [first, second]) expect((await stats(authorization)).statusCode).toBe(401)
    expect((await stats((await ferry.adminHeaders()).authorization)).statusCode).toBe(200)
  })

  test('stays valid when another one signs out', async () => {
    const [first, second] = [await ferry.adminHeaders(), await ferry.adminHeaders()]
    await ferry.ask(endpoints.admin.logout, {}, { headers: first })
    expect((await stats(first.authorization)).statusCode).toBe(401)
    expect((await stats(second.authorization)).statusCode).toBe(200)
  })

  test.each([
    ['no header', undefined],
    ['no scheme', 'abc'],
    ['another scheme', 'Basic YWRtaW46YWRtaW4='],
    ['an empty token', 'Bearer '],
    ['a token that was never given', `Bearer ${'A'.repeat(43)}`],
    ['the password', `Bearer ${ADMIN_PASSWORD.replaceAll(' ', '')}`],
  ])('is not %s', async (_, authorization) => {
    const response = await stats(authorization)
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'unauthorized' })
    expect(response.headers['www-authenticate']).toBe('Bearer')
  })
})

describe('a sign-in is refused', () => {
  test.each([
    ['another password', 'wrong', 401, 'invalid_password'],
    ['the password and a space', `${ADMIN_PASSWORD} `, 401, 'invalid_password'],
    ['no password', '', 400, 'invalid_request'],
    ['a number', 5, 400, 'invalid_request'],
    ['a password of 1001 characters', 'x'.repeat(1001), 400, 'invalid_request'],
  ])('with %s', async (_, password, status, code) => {
    const response = await login(password)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code })
  })

  test('after five failures from one address, even with the password, until the window is over', async () => {
    for (let n = 0; n < 5; n++) expect((await login('wrong')).statusCode).toBe(401)
    const throttled = await login(ADMIN_PASSWORD)
    expect(throttled.statusCode).toBe(429)
    expect(throttled.json()).toMatchObject({ code: 'too_many_logins' })
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(14 * 60)

    expect((await login(ADMIN_PASSWORD, '198.51.100.2')).statusCode).toBe(200)
    later(15 * MINUTE + 1)
    expect((await login(ADMIN_PASSWORD)).statusCode).toBe(200)
  })

  test('also where the failures come at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => login('wrong')))
    expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15)
  })

  test('an attempt is counted before its password is looked at: other servers count with it', async () => {
    const { adminPassword, store } = ferry.app
    const counts: unknown[] = []
    ferry.app.adminPassword = {
      async verify(password) {
        counts.push(await store.signInFailures.read('198.51.100.1', ferry.app.now()))
        return adminPassword.verify(password)
      },
    }
    await login('wrong password')
    ferry.app.adminPassword = adminPassword
    expect(counts).toMatchObject([{ failures: 1 }])
  })

  test('from addresses of one IPv6 network as from one', async () => {
    const statuses = []
    for (let n = 1; n <= 6; n++) statuses.push((await login('wrong', `2001:db8:1:2::${n}`)).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await login('wrong', '2001:db8:1:3::1')).statusCode).toBe(401)
  })

  test('on every server of the database once one has counted', async () => {
    const other = await startPortal({ environment: { DATA_DIR: join(ferry.folder, 'data') } })
    for (let n = 0; n < 5; n++) expect((await login('wrong')).statusCode).toBe(401)
    const body = { password: ADMIN_PASSWORD }
    const options = { remoteAddress: '198.51.100.1' }
    const throttled = await other.ask(endpoints.admin.login, { body }, options)
    expect(throttled.json()).toMatchObject({ code: 'too_many_logins' })
    await other.close()
  })

  test('for a device that signed in before only after five failures of its own', async () => {
    const cookie = cookieOf(await login(ADMIN_PASSWORD))
    for (let n = 0; n < 6; n++) await login('wrong')
    expect((await login(ADMIN_PASSWORD)).statusCode).toBe(429)
    expect((await login(ADMIN_PASSWORD, '198.51.100.1', cookie)).statusCode).toBe(200)
    const altered = cookie.replace(/.(?=.{9}$)/, (character) => (character === 'A' ? 'B' : 'A'))
    expect((await login(ADMIN_PASSWORD, '198.51.100.1', altered)).statusCode).toBe(429)

    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await login('wrong', '198.51.100.9', cookie)).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await login(ADMIN_PASSWORD, '198.51.100.9')).statusCode).toBe(200)
  })

  test('for a device of another store, or of ninety days ago, as for any other', async () => {
    const cookie = cookieOf(await login(ADMIN_PASSWORD))
    later(91 * 24 * HOUR)
    for (let n = 0; n < 5; n++) await login('wrong')
    expect((await login(ADMIN_PASSWORD, '198.51.100.1', cookie)).statusCode).toBe(429)
  })

  test('at once where too many wait to be checked, and counts for nothing then', async () => {
    const ask = (n: number) => login(n === 39 ? ADMIN_PASSWORD : 'wrong', `198.51.100.${n}`)
    const responses = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)))
    const refused = responses.filter(({ statusCode }) => statusCode === 503)
    expect(refused.length).toBeGreaterThan(20)
    expect(refused[0]?.json()).toMatchObject({ code: 'sign_in_busy' })
    expect(refused[0]?.headers['retry-after']).toBe('2')
    const counted = readRows(ferry.databaseFile, 'select client from sign_in_failure ')
    expect(counted).toHaveLength(responses.filter(({ statusCode }) => statusCode === 401).length)
  })

  test('for nobody else, however many addresses guess', async () => {
    for (let n = 0; n < 250; n++) await ferry.app.store.signInFailures.count(`client ${n}`, TERMS)
    expect((await login(ADMIN_PASSWORD)).statusCode).toBe(200)
  })

  test('a successful sign-in clears earlier failures', async () => {
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++) await login('wrong')
      expect((await login(ADMIN_PASSWORD)).statusCode).toBe(200)
    }
  })
})
