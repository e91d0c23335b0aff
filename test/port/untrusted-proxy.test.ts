import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

let ferry: TestPortal
afterEach(() => ferry.close())

const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  callEndpoint(ferry.server, endpoints.public.health, {}, { headers, remoteAddress })

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
