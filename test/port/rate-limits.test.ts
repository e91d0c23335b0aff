import { afterEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

let ferry: TestPortal

describe('rate limits', () => {
  const ADDRESS = `0x${'1'.repeat(40)}`

  afterEach(async () => {
    vi.useRealTimers()
    await ferry.close()
  })

  const claim = (remoteAddress: string, headers: Record<string, string> = {}) =>
    ferry.ask(endpoints.public.submitClaim, { body: {} }, { remoteAddress, headers })

  async function countRefused(count: number, ask: (n: number) => ReturnType<typeof claim>): Promise<number> {
    const statuses = []
    for (let n = 0; n < count; n++) statuses.push((await ask(n)).statusCode)
    return statuses.filter((status) => status === 429).length
  }

  test('claims: 120 a minute for one address', async () => {
    ferry = await startPortal()
    expect(await countRefused(120, () => claim('198.51.100.1'))).toBe(0)
    const refused = await claim('198.51.100.1')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'too_many_requests', requestId: expect.any(String) })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
    expect((await claim('198.51.100.2')).statusCode).toBe(400)
  })

  test('reads: 600 a minute for one address, whatever it claims', async () => {
    ferry = await startPortal()
    const read = () =>
      ferry.ask(endpoints.public.allocation, { query: { eth: ADDRESS } }, { remoteAddress: '198.51.100.1' })
    expect(await countRefused(605, read)).toBe(5)
    expect((await claim('198.51.100.1')).statusCode).toBe(400)
  })

  test.each(['portal', 'ready', 'openApi'] as const)('%s: 600 a minute for one address', async (name) => {
    ferry = await startPortal()
    // The document of the API is long: on a busy machine 600 of them take longer than the minute.
    vi.useFakeTimers({ toFake: ['performance'] })
    const ask = () => ferry.ask(endpoints.public[name], {}, { remoteAddress: '198.51.100.1' })
    expect(await countRefused(605, ask)).toBe(5)
  })

  test('accounts: 600 a minute for one address, whatever it asks for', async () => {
    ferry = await startPortal()
    const ask = (n: number) =>
      ferry.ask(
        endpoints.public.account,
        { params: { eth: `0x${n.toString(16).padStart(40, '0')}` } },
        { remoteAddress: '198.51.100.1' },
      )
    expect(await countRefused(605, ask)).toBe(5)
  })

  test('destinations: 600 a minute for one address, whatever it asks for', async () => {
    ferry = await startPortal()
    const ask = (n: number) =>
      ferry.ask(
        endpoints.public.destination,
        { params: { sol: `nonsense ${n}` } },
        { remoteAddress: '198.51.100.1' },
      )
    expect(await countRefused(605, ask)).toBe(5)
  })

  describe('requests of the operator without a valid session: 120 a minute for one address', () => {
    const stats = (remoteAddress: string, authorization?: string) =>
      ferry.ask(
        endpoints.admin.stats,
        {},
        {
          remoteAddress,
          headers: authorization ? { authorization } : {},
        },
      )

    test('are not looked at above that', async () => {
      ferry = await startPortal()
      expect(await countRefused(120, (n) => stats('198.51.100.1', `Bearer ${n}`))).toBe(0)
      const isLive = vi.spyOn(ferry.app.store.adminSessions, 'find')
      const refused = await stats('198.51.100.1', 'Bearer x')
      expect(refused.statusCode).toBe(429)
      expect(refused.json()).toMatchObject({ code: 'too_many_requests' })
      expect(refused.headers['retry-after']).toBe('60')
      expect(isLive).not.toHaveBeenCalled()
      expect((await stats('198.51.100.2', 'Bearer x')).statusCode).toBe(401)
    })

    test('keep out nobody who has one', async () => {
      ferry = await startPortal()
      const { authorization } = await ferry.adminHeaders()
      expect((await stats('198.51.100.1', authorization)).statusCode).toBe(200)
      await countRefused(150, () => stats('198.51.100.1'))
      expect((await stats('198.51.100.1', authorization)).statusCode).toBe(200)
      await ferry.ask(endpoints.admin.logout, {}, { headers: { authorization } })
      expect((await stats('198.51.100.1', authorization)).statusCode).toBe(401)
    })

    test('are not counted where clients can not be told apart', async () => {
      ferry = await startPortal()
      expect(await countRefused(130, () => stats('127.0.0.1'))).toBe(0)
    })
  })

  test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
    'loopback (%s) without a trusted proxy is not limited',
    async (address) => {
      ferry = await startPortal()
      expect(await countRefused(130, () => claim(address))).toBe(0)
    },
  )

  test('the header of a proxy that is not trusted counts for nothing', async () => {
    ferry = await startPortal()
    const spoof = (n: number) => claim('198.51.100.1', { 'x-forwarded-for': `203.0.113.${n}` })
    expect(await countRefused(125, spoof)).toBe(5)
  })

  test('behind a trusted proxy each client has its own limit, which it can not choose', async () => {
    ferry = await startPortal({ environment: { TRUST_PROXY: 'on' } })
    const through = (client: string) => claim('127.0.0.1', { 'x-forwarded-for': client })
    expect(await countRefused(125, (n) => through(`203.0.113.${n}, 198.51.100.1`))).toBe(5)
    expect((await through('198.51.100.2')).statusCode).toBe(400)
  })

  test('behind a trusted proxy loopback is a client like any other', async () => {
    ferry = await startPortal({ environment: { TRUST_PROXY: 'on' } })
    expect(await countRefused(125, () => claim('127.0.0.1'))).toBe(5)
  })
})

describe('untrusted proxy', () => {
  afterEach(() => ferry.close())

  const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    ferry.ask(endpoints.public.health, {}, { headers, remoteAddress })

  const warnings = () => ferry.logLines.filter((line) => line.includes('TRUST_PROXY'))

  const FORWARDED = { 'x-forwarded-for': '203.0.113.7' }

  test.each([FORWARDED, { forwarded: 'for=203.0.113.7' }])(
    'a proxy that is not trusted is warned of, once, with what to do: %o',
    async (headers) => {
      ferry = await startPortal()
      await ask({})
      expect(warnings()).toEqual([])
      for (let n = 0; n < 3; n++) await ask(headers)
      expect(warnings()).toHaveLength(1)
      expect(JSON.parse(warnings()[0] ?? '')).toMatchObject({ level: 40, proxy: '127.0.0.1' })
      expect(warnings().join()).not.toContain('203.0.113.7')
    },
  )

  test('also where another one is trusted', async () => {
    ferry = await startPortal({ environment: { TRUST_PROXY: '10.1.2.3' } })
    await ask(FORWARDED, '10.1.2.3')
    await ask({}, '10.1.2.4')
    expect(warnings()).toEqual([])
    await ask(FORWARDED, '10.1.2.4')
    expect(warnings()).toHaveLength(1)
  })

  test.each(['on', '127.0.0.1', '127.0.0.0/8', '::1,fe80::/10,0.0.0.0/1'])(
    'TRUST_PROXY %s is taken by the server, too',
    async (TRUST_PROXY) => {
      ferry = await startPortal({ environment: { TRUST_PROXY } })
      await ask(FORWARDED)
      expect(warnings()).toEqual([])
    },
  )
})
