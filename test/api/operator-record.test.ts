import { describe, expect, test } from 'vitest'
import type { Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { checkActions } from '#proofs/check-actions.ts'
import { alterStore } from '../harness/alter-store.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { ADMIN_PASSWORD, startPortal } from '../harness/start-portal.ts'

const { login, sessions, endSession, logout, actions, exportActions, resetClaims, stats } = endpoints.admin

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const ferry = forEachTest(startPortal)
async function signIn(userAgent = FIREFOX, cookie?: string) {
  const response = await ferry.ask(
    login,
    { body: { password: ADMIN_PASSWORD } },
    { headers: { 'user-agent': userAgent, ...(cookie !== undefined && { cookie }) } },
  )
  const authorization = `Bearer ${response.json().token}`
  return {
    cookie: String(response.headers['set-cookie']).split(';')[0] ?? '',
    call: (route: Route, input = {}) => ferry.ask(route, input, { headers: { authorization } }),
  }
}

const listed = async (by: Awaited<ReturnType<typeof signIn>>) => (await by.call(sessions)).json().sessions

describe('sessions', () => {
  test('are listed with what they were opened with, and ended one by one', async () => {
    const thief = await signIn('curl/8.14.1')
    const own = await signIn()
    const found = await listed(own)
    expect(found).toMatchObject([
      { browser: 'Firefox on Linux', isOwn: true, id: expect.stringMatching(/^.{12}$/) },
      { browser: 'No browser', isOwn: false },
    ])
    const [, { id }] = found
    expect((await thief.call(stats)).statusCode).toBe(200)
    expect((await own.call(endSession, { params: { id } })).json()).toEqual({ ok: true })
    expect((await thief.call(stats)).statusCode).toBe(401)
    expect(await listed(own)).toHaveLength(1)
    expect((await own.call(endSession, { params: { id } })).json()).toMatchObject({ code: 'no_session' })
    expect((await own.call(stats)).statusCode).toBe(200)
  })

  test('that were not used for long are not listed', async () => {
    await signIn()
    const nowMs = Date.now() + ferry.app.sessionTerms.idleMs
    ferry.app.now = () => nowMs
    const own = await signIn()
    expect(await listed(own)).toHaveLength(1)
  })
})

describe('the record', () => {
  test('has sign-ins, by known and unknown browsers, and what was done in which session', async () => {
    const first = await signIn()
    await first.call(logout)
    const second = await signIn(FIREFOX, first.cookie)
    const [{ id }] = await listed(second)
    await second.call(resetClaims)
    const { actions: found, nextCursor } = (await second.call(actions)).json()
    expect(found.map(({ action }: { action: string }) => action)).toEqual([
      'reset_claims',
      'sign_in',
      'end_session',
      'sign_in_unknown_browser',
    ])
    expect(found[0]).toMatchObject({ session: id, facts: { subject: 'all', person: null } })
    expect(nextCursor).toBeNull()
    const page = (await second.call(actions, { query: { limit: 3 } })).json()
    expect(page.actions).toEqual(found.slice(0, 3))
    const rest = await second.call(actions, { query: { cursor: page.nextCursor } })
    expect(rest.json().actions).toEqual(found.slice(3))
  })

  test('is exported as it is checked, and a changed entry is found', async () => {
    const own = await signIn()
    for (let index = 0; index < 3; index++) await own.call(resetClaims)
    const exported = async () => (await own.call(exportActions)).body
    const { hash } = (await own.call(actions)).json().actions[1]
    expect(checkActions({ text: await exported(), entry: hash.slice(0, 16) }).outcome).toBe('proved')
    alterStore(ferry.databaseFile, "update operator_action set detail = 'nothing' where id = 2")
    expect(checkActions({ text: await exported(), entry: hash })).toMatchObject({
      outcome: 'refuted',
      sentence: expect.stringContaining('Entry 2 is not what was recorded'),
    })
  })
})
