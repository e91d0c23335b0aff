import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { ENDINGS, FORMS, giveUpRequests } from '#lab/rehearsal/give-up-requests.ts'
import { fetchEndpoint } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import type { TestPortal } from '../harness/start-portal.ts'
import { startPortal } from '../harness/start-portal.ts'

describe('shed load', () => {
  const { submitClaim, allocation, claim, health } = endpoints.public
  let url: string

  const ferry = forAllTests(() =>
    startPortal({ mostUnderWay: { claims: 2, reads: 3, bundles: 1, pages: 2 } }),
  )
  beforeAll(async () => {
    url = await ferry.listen()
  })

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
})

describe('given up requests', () => {
  let ferry: TestPortal
  /**
   * Visitors who close before they have their answer, on every route: whatever is logged and counted of them ends no process. Through nginx
   * and Caddy: `npm run soak -- proxies`.
   */

  const TRIES = 400
  const AT_ONCE = 10
  let ends: unknown[]
  const note = (error: unknown) => void ends.push(error)

  beforeEach(() => {
    ends = []
    process.on('uncaughtExceptionMonitor', note)
  })
  afterEach(async () => {
    process.off('uncaughtExceptionMonitor', note)
    await ferry.close()
  })

  const kinds = FORMS.flatMap((form) => ENDINGS.map((ending) => ({ form, ending })))

  test.each([{ TRUST_PROXY: 'on' }, { TRUST_PROXY: 'off' }])(
    'requests that are given up end no process, with TRUST_PROXY $TRUST_PROXY',
    { timeout: 180_000 },
    async (environment) => {
      ferry = await startPortal({ environment })
      const url = await ferry.listen()
      const { authorization } = await ferry.adminHeaders()
      const terms = {
        tries: TRIES,
        atOnce: AT_ONCE,
        files: ['/assets/claim-abc123.js'],
        token: authorization.replace('Bearer ', ''),
      }
      for (const kind of kinds) expect(await giveUpRequests(url, kind, terms)).toBe(TRIES)
      expect(ends).toEqual([])
      expect((await fetchEndpoint(url, endpoints.public.health)).status).toBe(200)
    },
  )
})
