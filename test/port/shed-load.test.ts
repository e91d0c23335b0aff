import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { fetchEndpoint } from '../harness/fetch-endpoint.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const { submitClaim, allocation, claim, health } = endpoints.public

let ferry: TestPortal
let url: string

beforeAll(async () => {
  ferry = await startPortal({ mostUnderWay: { claims: 2, reads: 3, bundles: 1, pages: 2 } })
  url = await ferry.listen()
})
afterAll(() => ferry.close())

/** Has calls of a method of the portal's wait, and returns what lets them go on. */
function hold<Name extends string>(of: Record<Name, (...given: never[]) => Promise<unknown>>, name: Name) {
  const gate = Promise.withResolvers<void>()
  const { [name]: own } = of
  let waiting = 0
  of[name] = async (...given) => {
    waiting += 1
    await gate.promise
    return own(...given)
  }
  return {
    waiting: () => waiting,
    release() {
      of[name] = own
      gate.resolve()
    },
  }
}

async function expectBusy(response: Response): Promise<void> {
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('2')
  expect(await response.json()).toEqual({
    error:
      'Too many people are using this portal just now. Nothing was submitted. Try again in a few seconds.',
    code: 'too_busy',
    requestId: response.headers.get('x-request-id'),
  })
}

test('claims above the bound are turned away, those under way are kept, and it takes claims again after', async () => {
  const holders = [makeHolder(), makeHolder(), makeHolder()]
  await loadHolders(ferry.app, holders)
  const bodies = await Promise.all(holders.map((holder) => signClaim(holder)))
  const submit = (place: number) => fetchEndpoint(url, submitClaim, { body: bodies[place] as never })
  const held = hold(ferry.app.claimWriter, 'insert')

  const underWay = [submit(0), submit(1)]
  await expect.poll(held.waiting).toBe(2)
  await expectBusy(await submit(2))
  // Look-ups have a bound of their own, and a health check has none.
  expect((await fetchEndpoint(url, allocation, { query: { eth: bodies[2]?.eth ?? '' } })).status).toBe(200)
  expect((await fetchEndpoint(url, health)).status).toBe(200)

  held.release()
  for (const response of await Promise.all(underWay)) expect(response.status).toBe(200)
  expect((await submit(2)).status).toBe(200)
  for (const { eth } of bodies) {
    expect((await fetchEndpoint(url, claim, { params: { eth } })).status).toBe(200)
  }
})

test('look-ups that nobody waits for any more make room', async () => {
  const held = hold(ferry.app.store.snapshots, 'findAllocation')
  const leave = new AbortController()
  const path = `${url}${allocation.path}?eth=0x${'1'.repeat(40)}`
  const gone = [1, 2, 3].map(() => fetch(path, { signal: leave.signal }).catch(() => null))
  await expect.poll(held.waiting).toBe(3)
  await expectBusy(await fetch(path))
  leave.abort()
  await Promise.all(gone)
  held.release()
  await expect.poll(async () => (await fetch(path)).status).toBe(200)
})
