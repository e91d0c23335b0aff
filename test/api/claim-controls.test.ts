import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { createClaimControlsInForce } from '#app/claims/claim-controls-in-force.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const { claimControls, changeClaimControls } = endpoints.admin
const { portal, submitClaim } = endpoints.public

const OPENS = 1_700_000_000
const UNCHANGED = { claimsOpenAt: OPENS, claimsCloseAt: null, paused: false, banner: null }

let ferry: TestPortal
let headers: { authorization: string }
beforeEach(async () => {
  ferry = await startPortal({ settings: { claimsOpenAt: OPENS } })
  headers = await ferry.adminHeaders()
})
afterEach(() => ferry.close())

const change = (body: object) =>
  callEndpoint(ferry.server, changeClaimControls, { body: body as typeof UNCHANGED }, { headers })

async function claim() {
  const holder = makeHolder()
  await loadHolders(ferry.app, [holder])
  return callEndpoint(ferry.server, submitClaim, { body: await signClaim(holder) })
}

test('the configuration gives the beginning', async () => {
  const response = await callEndpoint(ferry.server, claimControls, {}, { headers })
  expect(response.json()).toEqual({ ...UNCHANGED, claimsOpen: true })
})

test('while claims are paused none is taken, and they go on at once', async () => {
  await change({ ...UNCHANGED, paused: true })
  expect((await callEndpoint(ferry.server, portal)).json()).toMatchObject({
    claimsOpen: false,
    claimsPaused: true,
  })
  const refused = await claim()
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({ code: 'claims_paused' })
  await change(UNCHANGED)
  expect((await claim()).statusCode).toBe(200)
})

test('a pause that begins while a claim is checked still refuses it', async () => {
  const holder = makeHolder()
  await loadHolders(ferry.app, [holder])
  const { findByAddress } = ferry.app.store.claims
  ferry.app.store.claims.findByAddress = async (address) => {
    await change({ ...UNCHANGED, paused: true })
    return findByAddress(address)
  }
  const response = await callEndpoint(ferry.server, submitClaim, { body: await signClaim(holder) })
  expect(response.json()).toMatchObject({ code: 'claims_paused' })
})

test('the window is changed without a restart', async () => {
  await change({ ...UNCHANGED, claimsCloseAt: OPENS + 1 })
  expect((await claim()).json()).toMatchObject({ code: 'claims_closed' })
  await change({ ...UNCHANGED, claimsOpenAt: 4_000_000_000 })
  expect((await claim()).json()).toMatchObject({ code: 'claims_not_open' })
})

test('the banner is shown to everybody, and the change is recorded', async () => {
  const banner = { text: 'Payouts begin on Monday.', severity: 'warning' as const }
  await change({ ...UNCHANGED, banner: { ...banner, text: `  ${banner.text} ` } })
  expect((await callEndpoint(ferry.server, portal)).json()).toMatchObject({ banner, claimsOpen: true })
  const [action] = await ferry.app.store.operatorActions.list(1)
  expect(action).toMatchObject({ action: 'change_claim_controls' })
  expect(action?.detail).toContain(banner.text)
})

test.each([
  ['a close before the opening', { ...UNCHANGED, claimsCloseAt: OPENS }],
  ['an empty banner', { ...UNCHANGED, banner: { text: ' ', severity: 'info' } }],
  ['a banner that is too long', { ...UNCHANGED, banner: { text: 'x'.repeat(501), severity: 'info' } }],
  ['a part left out', { paused: true }],
])('%s is refused, and nothing is changed', async (_, body) => {
  const response = await change(body)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'invalid_request' })
  expect((await callEndpoint(ferry.server, claimControls, {}, { headers })).json()).toMatchObject(UNCHANGED)
})

test('another server goes by the change within a second', async () => {
  let nowMs = 0
  const other = createClaimControlsInForce(ferry.app.settings, ferry.app.store.claimControls, {
    monotonicMs: () => nowMs,
  })
  expect(await other.read()).toMatchObject({ isPaused: false })
  await change({ ...UNCHANGED, paused: true })
  nowMs = 1_000
  expect(await other.read()).toMatchObject({ isPaused: true })
})

test('what could not be read is asked for again', async () => {
  let isAway = true
  const controls = createClaimControlsInForce(
    ferry.app.settings,
    {
      find: async () => {
        if (isAway) throw new Error('away')
        return undefined
      },
    },
    { monotonicMs: () => 0 },
  )
  await expect(controls.read()).rejects.toThrow('away')
  isAway = false
  expect(await controls.read()).toMatchObject({ isPaused: false })
})
