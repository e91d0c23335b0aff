import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { ENDINGS, FORMS, giveUpRequests } from '#lab/rehearsal/give-up-requests.ts'
import { fetchEndpoint } from '../harness/fetch-endpoint.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/**
 * Visitors who close before they have their answer, on every route: whatever is logged and counted of them ends no process. Through nginx
 * and Caddy: `npm run soak -- proxies`.
 */

const TRIES = 400
const AT_ONCE = 10

let ferry: TestPortal
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
