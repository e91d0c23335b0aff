import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { type PortalOnPostgres, startPortalOnPostgres } from '../harness/portal-on-postgres.ts'
import { startLine } from '../harness/start-line.ts'
import { startPortal } from '../harness/start-portal.ts'

let portal: PortalOnPostgres
beforeAll(async () => {
  portal = await startPortalOnPostgres({ DATABASE_POOL_SIZE: '3' })
})
afterAll(() => portal.close())

async function timed<T>(work: Promise<T>): Promise<[result: T, ms: number]> {
  const startedMs = performance.now()
  const result = await work
  return [result, performance.now() - startedMs]
}

const ready = () => callEndpoint(portal.ferry.server, endpoints.public.ready)
const lookUp = () =>
  callEndpoint(portal.ferry.server, endpoints.public.claim, { params: { eth: `0x${'1'.repeat(40)}` } })

test('takes as many connections as it was told to, each with its limits', async () => {
  await Promise.all(Array.from({ length: 20 }, lookUp))
  const [row] = await portal.ask<{ connections: number }>(`select count(*)::int as connections
    from pg_stat_activity where datname = current_database() and application_name = 'ferry'`)
  expect(row?.connections).toBeLessThanOrEqual(3)
})

test('a table that another session locks leaves everything else answered, by 503 where it is needed', {
  timeout: 60_000,
}, async () => {
  const [{ location = '' } = {}] = await portal.ask<{ location: string }>(
    `select format('postgres://ferry:ferry@127.0.0.1:%s/%s', current_setting('port'), current_database()) as location`,
  )
  const locker = new pg.Client({ connectionString: location })
  await locker.connect()
  await locker.query('begin; lock table claim in access exclusive mode')
  const lookUps = Array.from({ length: 12 }, () => timed(lookUp()))
  const [answer, ms] = await timed(ready())
  expect([200, 503]).toContain(answer.statusCode)
  expect(ms).toBeLessThan(3_000)
  for (const [refused, tookMs] of await Promise.all(lookUps)) {
    expect(refused.json()).toMatchObject({ code: 'store_unavailable' })
    expect(tookMs).toBeLessThan(16_000)
  }
  await locker.query('rollback')
  await locker.end()
  expect((await lookUp()).statusCode).toBe(404)
  expect((await ready()).statusCode).toBe(200)
})

test('a network that swallows everything is noticed, and done without once it is back', {
  timeout: 90_000,
}, async () => {
  const [{ port = 0, name = '' } = {}] = await portal.ask<{ port: number; name: string }>(
    `select current_setting('port')::int as port, current_database() as name`,
  )
  const line = await startLine(port)
  const DATABASE_URL = `postgres://ferry:ferry@127.0.0.1:${line.port}/${name}`
  const { SECRETS_KEY } = portal.environment
  const ferry = await startPortal({ environment: { DATABASE_URL, SECRETS_KEY } })
  const ask = (endpoint: typeof endpoints.public.ready | typeof endpoints.public.portal) =>
    timed(callEndpoint(ferry.server, endpoint))
  line.freeze()
  const reading = ask(endpoints.public.portal)
  const [answer, ms] = await ask(endpoints.public.ready)
  expect(answer.statusCode).toBe(503)
  expect(answer.json().details).toEqual([{ where: 'database', problem: expect.stringMatching(/in time/) }])
  expect(ms).toBeLessThan(3_000)
  const [refused, tookMs] = await reading
  expect(refused.json()).toMatchObject({ code: 'store_unavailable' })
  expect(tookMs).toBeLessThan(30_000)
  line.thaw()
  await expect
    .poll(async () => (await ask(endpoints.public.ready))[0].statusCode, { timeout: 15_000 })
    .toBe(200)
  await ferry.close()
  line.close()
})
