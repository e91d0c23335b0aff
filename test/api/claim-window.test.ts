import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const OPENS = 1_800_000_000
const CLOSES = 1_800_100_000

let ferry: TestPortal

beforeAll(async () => {
  ferry = await startPortal({ settings: { claimsOpenAt: OPENS, claimsCloseAt: CLOSES } })
})
afterAll(() => ferry.close())

test('the close passes while the claim is checked: nothing is taken', async () => {
  const late = makeHolder()
  await loadHolders(ferry.app, [late])
  let nowMs = (CLOSES - 1) * 1000
  ferry.app.now = () => nowMs
  const payload = await signClaim(late, { nonce: nowMs })
  const { findByAddress } = ferry.app.store.claims
  ferry.app.store.claims.findByAddress = async (address) => {
    nowMs = CLOSES * 1000
    return findByAddress(address)
  }
  const response = await callEndpoint(ferry.server, endpoints.public.submitClaim, { body: payload })
  ferry.app.store.claims.findByAddress = findByAddress
  expect(response.json()).toMatchObject({ code: 'claims_closed' })
})

test('outside the window no signature is checked: it would cost more than the answer', async () => {
  const early = makeHolder()
  await loadHolders(ferry.app, [early])
  const nowMs = (OPENS - 1) * 1000
  ferry.app.now = () => nowMs
  const check = vi.spyOn(ferry.app.accounts, 'check')
  const payload = await signClaim(early, { nonce: nowMs })
  const response = await callEndpoint(ferry.server, endpoints.public.submitClaim, { body: payload })
  expect(response.json()).toMatchObject({ code: 'claims_not_open' })
  expect(check).not.toHaveBeenCalled()
  check.mockRestore()
})

test.each([
  ['a second before the opening', OPENS - 1, false, 'claims_not_open'],
  ['at the opening', OPENS, true, undefined],
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

  const holder = makeHolder()
  await loadHolders(ferry.app, [holder])
  const payload = await signClaim(holder, { nonce: nowMs })
  const response = await callEndpoint(ferry.server, endpoints.public.submitClaim, { body: payload })
  expect(response.json().code).toBe(code)
  expect(response.statusCode).toBe(isOpen ? 200 : 403)
})
