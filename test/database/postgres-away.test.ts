import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { type PortalOnPostgres, startPortalOnPostgres } from '../harness/portal-on-postgres.ts'

const TERMINATIONS = 30

let portal: PortalOnPostgres
beforeAll(async () => {
  portal = await startPortalOnPostgres()
})
afterAll(() => portal.close())

const ready = () => callEndpoint(portal.ferry.server, endpoints.public.ready)

const untilReady = () =>
  expect.poll(async () => (await ready()).statusCode, { timeout: 15_000, interval: 200 }).toBe(200)

test('while it is away requests are answered 503 with Retry-After, and all is well again by itself', {
  timeout: 60_000,
}, async () => {
  const holder = makeHolder()
  await loadHolders(portal.ferry.app, [holder])
  const claim = await signClaim(holder)
  const { server } = portal.ferry
  await portal.postgres.halt()
  for (const answer of await Promise.all([
    callEndpoint(server, endpoints.public.submitClaim, { body: claim }),
    callEndpoint(server, endpoints.public.allocation, { query: { eth: claim.eth } }),
    callEndpoint(server, endpoints.public.portal),
    callEndpoint(server, endpoints.admin.stats, {}, { headers: { authorization: 'Bearer x' } }),
  ])) {
    expect(answer.json()).toMatchObject({ code: 'store_unavailable' })
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  const answer = await ready()
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({
    code: 'not_ready',
    details: [{ where: 'database', problem: expect.stringMatching(/can not be reached/) }],
  })
  const forTraffic = await callEndpoint(server, endpoints.public.ready, { query: { scope: 'traffic' } })
  expect(forTraffic.statusCode).toBe(503)
  await portal.postgres.goOn()
  await untilReady()
  const { submitClaim } = endpoints.public
  expect((await callEndpoint(server, submitClaim, { body: await signClaim(holder) })).statusCode).toBe(200)
})

test(`${TERMINATIONS} times all connections are ended under claims: each that was acknowledged is there`, {
  timeout: 90_000,
}, async () => {
  const holders = Array.from({ length: 400 }, () => makeHolder())
  await loadHolders(portal.ferry.app, holders)
  const { server, app } = portal.ferry
  const acknowledged: string[] = []
  const statuses = new Map<number, number>()
  const waiting = [...holders]
  let terminated = 0
  const claimants = Array.from({ length: 8 }, async () => {
    for (let holder = waiting.pop(); holder; holder = waiting.pop()) {
      const body = await signClaim(holder)
      const answer = await callEndpoint(server, endpoints.public.submitClaim, { body })
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
      if (answer.statusCode === 200) acknowledged.push(answer.json().id)
      await delay(20)
    }
  })
  for (let n = 0; n < TERMINATIONS; n++) {
    terminated += await portal.terminate()
    await delay(40)
  }
  await Promise.all(claimants)
  await untilReady()
  expect(terminated).toBeGreaterThan(TERMINATIONS)
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
  const stored = new Set((await app.store.claims.withIds(acknowledged)).map(({ id }) => id))
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(0)
})

test('a download that the database leaves in the middle ends alone', { timeout: 60_000 }, async () => {
  const holders = Array.from({ length: 20_000 }, (_, n) => ({
    ...makeHolderAt(n),
  }))
  await loadHolders(portal.ferry.app, holders)
  const url = await portal.ferry.listen()
  const headers = await portal.ferry.adminHeaders()
  for (const { path } of [endpoints.admin.exportRemaining, endpoints.admin.exportSubmitted]) {
    const response = await fetch(url + path, { headers })
    const reading = response.arrayBuffer().then(
      () => 'whole',
      () => 'broken off',
    )
    await portal.postgres.halt()
    await reading
    await portal.postgres.goOn()
    await untilReady()
  }
})

/** One whose key nobody needs. */
function makeHolderAt(n: number) {
  const address = `0x${(n + 1).toString(16).padStart(40, '0')}` as const
  return { account: { address, signMessage: async () => '0x' as const }, amountWei: 1n }
}
