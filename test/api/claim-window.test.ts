import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const OPENS = 1_800_000_000
const CLOSES = 1_800_100_000

let ferry: TestPortal
const holder = makeHolder()

beforeAll(async () => {
  ferry = await startPortal({ settings: { claimsOpenAt: OPENS, claimsCloseAt: CLOSES } })
  await loadHolders(ferry.app, [holder])
})
afterAll(() => ferry.close())

test.each([
  ['a second before the opening', OPENS - 1, false, 'claims_not_open'],
  ['at the close', CLOSES, false, 'claims_closed'],
  ['a second before the close', CLOSES - 1, true, undefined],
])('%s', async (_, nowSeconds, isOpen, code) => {
  const nowMs = nowSeconds * 1000
  ferry.app.now = () => nowMs
  const described = (await callEndpoint(ferry.server, endpoints.public.portal)).json()
  expect(described).toMatchObject({
    claimsOpenAt: OPENS,
    claimsCloseAt: CLOSES,
    claimsOpen: isOpen,
    serverTime: nowSeconds,
  })

  const payload = await signClaim(holder, { nonce: nowMs })
  const response = await callEndpoint(ferry.server, endpoints.public.submitClaim, { body: payload })
  expect(response.json().code).toBe(code)
  expect(response.statusCode).toBe(isOpen ? 200 : 403)
})
