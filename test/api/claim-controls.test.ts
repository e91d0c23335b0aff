import { describe, expect, test, vi } from 'vitest'
import type { Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { createClaimControlsInForce } from '#app/claims/claim-controls.ts'
import { forAllTests, forEachTest } from '../harness/for-tests.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { startPortal } from '../harness/start-portal.ts'

describe('claim controls', () => {
  const { claimControls, pause, changeClaimWindow, changeBanner } = endpoints.admin
  const { portal, submitClaim, correctClaim } = endpoints.public

  const OPENS = 1_700_000_000
  const UNCHANGED = {
    claimsOpenAt: OPENS,
    claimsCloseAt: null,
    paused: false,
    pauseMessage: null,
    banner: null,
  }
  const ferry = forEachTest(() => startPortal({ settings: { claimsOpenAt: OPENS } }))

  const ask = (endpoint: Route, body?: object) => ferry.call(endpoint, body ? { body } : {})
  const about = async () => (await ferry.ask(portal)).json()

  async function claim() {
    const holder = makeHolder()
    await loadHolders(ferry.app, [holder])
    return ferry.ask(submitClaim, { body: await signClaim(holder) })
  }

  test('the configuration gives the beginning', async () => {
    expect((await ask(claimControls)).json()).toEqual({ ...UNCHANGED, claimsOpen: true })
  })

  test('while claims are paused none is taken, and they go on at once', async () => {
    await ask(pause, { paused: true })
    expect(await about()).toMatchObject({ claimsOpen: false, paused: true, banner: null })
    const refused = await claim()
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ code: 'claims_paused' })
    await ask(pause, { paused: false })
    expect((await claim()).statusCode).toBe(200)
  })

  test('what claimants are told of a pause stands above the banner, and goes with the pause', async () => {
    const banner = { text: 'Payouts begin on Monday.', severity: 'info' }
    await ask(changeBanner, { banner })
    await ask(pause, { paused: true, message: ' We look into a report. ' })
    expect((await about()).banner).toEqual({
      text: 'We look into a report.\nPayouts begin on Monday.',
      severity: 'warning',
    })
    expect((await ask(claimControls)).json()).toMatchObject({
      banner,
      pauseMessage: 'We look into a report.',
    })
    await ask(pause, { paused: false })
    expect((await about()).banner).toEqual(banner)
  })

  test('a pause that begins while a claim is checked still refuses it', async () => {
    const holder = makeHolder()
    await loadHolders(ferry.app, [holder])
    const { findByAddress } = ferry.app.store.claims
    ferry.app.store.claims.findByAddress = async (address) => {
      await ask(pause, { paused: true })
      return findByAddress(address)
    }
    const response = await ferry.ask(submitClaim, { body: await signClaim(holder) })
    expect(response.json()).toMatchObject({ code: 'claims_paused' })
  })

  /** Another server's pause, of which this one has not heard. */
  async function pauseElsewhere(isPaused: boolean): Promise<void> {
    const { store, claimControls: known } = ferry.app
    const action = { atMs: 1, action: 'change_claim_controls', subject: 'claims', detail: '' } as const
    await store.claimControls.change(await known.read(), { isPaused }, action)
  }

  test("another server's pause refuses a claim in the very commit that would take it", async () => {
    const holder = makeHolder()
    await loadHolders(ferry.app, [holder])
    const body = await signClaim(holder)
    // Known for a second from here on, whatever another server does.
    const unaware = await ferry.app.claimControls.read()
    ferry.app.claimControls.read = async () => unaware
    await pauseElsewhere(true)
    const refused = await ferry.ask(submitClaim, { body })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'claims_paused'])
    expect((await ferry.app.store.claimTallies.totals()).submitted.count).toBe(0)
    await pauseElsewhere(false)
    expect((await ferry.ask(submitClaim, { body })).statusCode).toBe(200)
    expect((await ferry.ask(submitClaim, { body })).json().code).toBe('already_claimed')

    await pauseElsewhere(true)
    const anew = await signClaim(holder, { nonce: Number(body.nonce) + 1 })
    const correction = { params: { eth: anew.eth }, body: anew }
    expect((await ferry.ask(correctClaim, correction)).json().code).toBe('claims_paused')
    await pauseElsewhere(false)
    expect((await ferry.ask(correctClaim, correction)).statusCode).toBe(200)
  })

  test('the window is changed without a restart', async () => {
    await ask(changeClaimWindow, { opensAt: OPENS, closesAt: OPENS + 1 })
    expect((await claim()).json()).toMatchObject({ code: 'claims_closed' })
    await ask(changeClaimWindow, { opensAt: 4_000_000_000, closesAt: null })
    expect((await claim()).json()).toMatchObject({ code: 'claims_not_open' })
  })

  test('who changes the window or the banner ends no pause that another has begun', async () => {
    await ask(pause, { paused: true })
    await ask(changeClaimWindow, { opensAt: null, closesAt: OPENS })
    await ask(changeBanner, { banner: { text: 'Soon.', severity: 'info' } })
    expect((await ask(claimControls)).json()).toMatchObject({
      paused: true,
      claimsOpenAt: null,
      claimsCloseAt: OPENS,
      banner: { text: 'Soon.' },
    })
  })

  test('the banner is shown to everybody, and the change is recorded', async () => {
    const banner = { text: 'Payouts begin on Monday.', severity: 'warning' }
    await ask(changeBanner, { banner: { ...banner, text: `  ${banner.text} ` } })
    expect(await about()).toMatchObject({ banner, claimsOpen: true })
    const [action] = await ferry.app.store.operatorActions.decisions(1)
    expect(action).toMatchObject({ action: 'change_claim_controls' })
    expect(action?.detail).toContain(banner.text)
  })

  test.each([
    ['a close before the opening', changeClaimWindow, { opensAt: OPENS, closesAt: OPENS }],
    ['an empty banner', changeBanner, { banner: { text: ' ', severity: 'info' } }],
    ['a banner that is too long', changeBanner, { banner: { text: 'x'.repeat(501), severity: 'info' } }],
    ['an end left out', changeClaimWindow, { opensAt: OPENS }],
    ['an empty message', pause, { paused: true, message: '' }],
  ])('%s is refused, and nothing is changed', async (_, endpoint, body) => {
    const response = await ask(endpoint, body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_request' })
    expect((await ask(claimControls)).json()).toMatchObject(UNCHANGED)
  })

  test('another server goes by the change within a second', async () => {
    let nowMs = 0
    const other = createClaimControlsInForce(ferry.app.settings, ferry.app.store.claimControls, {
      monotonicMs: () => nowMs,
    })
    expect(await other.read()).toMatchObject({ isPaused: false })
    await ask(pause, { paused: true })
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
})

describe('claim window', () => {
  const OPENS = 1_800_000_000
  const CLOSES = 1_800_100_000

  const ferry = forAllTests(() => startPortal({ settings: { claimsOpenAt: OPENS, claimsCloseAt: CLOSES } }))

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
    const response = await ferry.ask(endpoints.public.submitClaim, { body: payload })
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
    const response = await ferry.ask(endpoints.public.submitClaim, { body: payload })
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
    const described = (await ferry.ask(endpoints.public.portal)).json()
    expect(described).toMatchObject({
      claimsOpenAt: OPENS,
      claimsCloseAt: CLOSES,
      claimsOpen: isOpen,
      serverTime: nowSeconds,
    })

    const holder = makeHolder()
    await loadHolders(ferry.app, [holder])
    const payload = await signClaim(holder, { nonce: nowMs })
    const response = await ferry.ask(endpoints.public.submitClaim, { body: payload })
    expect(response.json().code).toBe(code)
    expect(response.statusCode).toBe(isOpen ? 200 : 403)
  })
})
