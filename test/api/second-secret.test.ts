import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ALL_ENDPOINTS, endpoints } from '#api-schema/endpoints.ts'
import { actingAlone } from '#domain/acting-operator.ts'
import { readEveryRow, readRows } from '../harness/alter-store.ts'
import { folderForTests } from '../harness/for-tests.ts'
import { listOf, MONEY_REQUESTS, uploadDistribution } from '../harness/money-routes.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import {
  callConfirmed,
  createSoftAuthenticator,
  PANEL_ORIGIN,
  registerPasskey,
  type SoftAuthenticator,
} from '../harness/soft-authenticator.ts'
import { ADMIN_PASSWORD } from '../harness/start-portal.ts'

const { admin, standaloneSender } = endpoints
const ASKED = { code: 'second_secret_required' }

const allocationsFile = join(folderForTests(), 'holders.csv')
let portal: PayingPortal
let ann: SoftAuthenticator
beforeAll(async () => {
  writeFileSync(allocationsFile, listOf(300))
  portal = await startPayingPortal({ environment: { ALLOCATIONS_FILE: allocationsFile } })
  await portal.configure('bulk')
  await portal.configure('standalone')
})
afterAll(() => portal?.close())

/** What is paid, owed, decided and believed. Other tables say that a server runs, or what it has looked at. */
const DECIDED = [
  'claim',
  'transfer',
  'attempt',
  'distribution',
  'sender',
  'passkey',
  'maker',
  'operator_action',
  'acknowledged_transaction',
]

async function decided() {
  const rows = await readEveryRow(portal.ferry.databaseFile)
  const list = await portal.ferry.app.store.snapshots.current()
  return [list?.id, rows.get('run')?.length, ...DECIDED.map((table) => rows.get(table))]
}

describe('before a passkey is registered', () => {
  test('nothing is asked for', async () => {
    const state = (await portal.call(admin.secondSecret)).json()
    expect(state).toEqual({ state: 'off', twoPeople: false, passkeys: [] })
    expect((await portal.call(admin.resetClaims)).statusCode).toBe(200)
  })

  test('one is not registered without the password', async () => {
    const named = { person: 'Ann', name: 'phone' }
    const headers = { origin: PANEL_ORIGIN }
    const ask = async (body: object, at = headers) =>
      (await portal.call(admin.registerPasskey, { headers: at, body: { ...named, ...body } })).json()
    expect(await ask({ password: 'wrong' })).toMatchObject({ code: 'invalid_password' })
    expect(await ask({})).toMatchObject({ code: 'invalid_request' })
    expect(await ask({ password: ADMIN_PASSWORD }, { origin: 'http://127.0.0.1:3000' })).toMatchObject({
      code: 'no_passkey_here',
    })
    const { options } = await ask({ password: ADMIN_PASSWORD })
    expect(options).toMatchObject({ rp: { id: 'localhost' }, attestation: 'none' })
    const authenticator = createSoftAuthenticator(PANEL_ORIGIN)
    const forged = { ...options, challenge: Buffer.alloc(40).toString('base64url') }
    expect(await ask({ credential: authenticator.register(forged) })).toMatchObject({
      code: 'passkey_refused',
    })
    const credential = authenticator.register(options)
    // Of the one that was named.
    expect(await ask({ credential, person: 'Eve' })).toMatchObject({ code: 'passkey_refused' })
    expect((await portal.call(admin.secondSecret)).json().passkeys).toEqual([])
  })
})

describe('with one registered', () => {
  beforeAll(async () => {
    ann = await registerPasskey(portal.call, 'Ann')
  })

  test('it is listed, and recorded', async () => {
    expect((await portal.call(admin.secondSecret)).json()).toEqual({
      state: 'on',
      twoPeople: false,
      passkeys: [
        {
          id: expect.any(String),
          person: 'Ann',
          name: 'key of Ann',
          createdAt: expect.any(Number),
          lastUsedAt: null,
          isSound: true,
        },
      ],
    })
    const [action] = await portal.ferry.app.store.operatorActions.list(1)
    expect(action).toMatchObject({ action: 'register_passkey', detail: '"key of Ann" of Ann' })
  })

  /** What has to be published first is confirmed. */
  async function tryPreparing(what: string, prepare: (typeof MONEY_REQUESTS)[string]) {
    const confirmed: PayingPortal = {
      ...portal,
      call: (endpoint, input) => callConfirmed(portal.call, ann, endpoint, input),
    }
    const prepared = await prepare(confirmed, allocationsFile)
    expect(prepared.endpoint, what).toBeDefined()
    return prepared
  }

  test.each(Object.entries(MONEY_REQUESTS))('%s goes through with it', async (what, prepare) => {
    const { endpoint, input } = await tryPreparing(what, prepare)
    const answer = await callConfirmed(portal.call, ann, endpoint, input)
    if (what.startsWith('taking over')) expect(answer.json().code).toBe('records_not_behind')
    else if (what.includes('other sender without')) expect([200, 409]).toContain(answer.statusCode)
    else expect(answer.statusCode, answer.body).toBe(200)
    if (what === 'starting a distribution') await portal.untilSent(String(input.params?.distributionId))
  })

  test('who confirmed is in the record', async () => {
    await callConfirmed(portal.call, ann, admin.resetClaims)
    const [action] = await portal.ferry.app.store.operatorActions.list(1)
    expect(action).toMatchObject({ action: 'reset_claims', person: 'Ann' })
  })

  test('looking, Stop, Pause and Reject never ask', async () => {
    expect((await portal.call(admin.stats)).statusCode).toBe(200)
    expect((await portal.call(endpoints.bulkSender.stop)).json()).toMatchObject({
      code: 'no_run_in_progress',
    })
    expect((await portal.call(admin.pause, { body: { paused: false } })).statusCode).toBe(200)
    const rejected = await portal.call(admin.reject, { body: { id: 'none', reason: 'x' } })
    expect(rejected.json()).toMatchObject({ code: 'unknown_claim' })
  })

  test('what nobody asks for is not done', async () => {
    const reset = actingAlone(() =>
      portal.ferry.app.secondSecret.demand({ action: 'reset_claims', what: '', facts: [] }),
    )
    await expect(reset).rejects.toThrow(/nobody/)
  })

  describe('an answer', () => {
    const asked = async () => (await portal.call(admin.resetClaims)).json().context
    const reset = async (secondSecret: unknown) =>
      (await portal.call(admin.resetClaims, { secondSecret })).json()
    const refused = (why: RegExp) => ({ ...ASKED, error: expect.stringMatching(why) })
    const { now } = { now: () => Date.now() }
    afterEach(() => {
      portal.ferry.app.now = now
    })

    test('holds once', async () => {
      const answer = ann.answer(await asked())
      expect(await reset(answer)).toMatchObject({ deleted: 0 })
      expect(await reset(answer)).toMatchObject(refused(/used before/))
    })

    test('is not taken after a newer one', async () => {
      const [older, newer] = [await asked(), await later(asked)]
      expect(await reset(ann.answer(newer))).toMatchObject({ deleted: 0 })
      expect(await reset(ann.answer(older))).toMatchObject(refused(/used before/))
    })

    async function later<T>(work: () => Promise<T>): Promise<T> {
      await expect.poll(() => Date.now() > startedAtMs).toBe(true)
      return await work()
    }
    const startedAtMs = Date.now()

    test('is for these facts alone', async () => {
      const start = async (distributionId: string, secondSecret?: unknown) =>
        (
          await portal.call(standaloneSender.start, {
            params: { distributionId },
            ...(secondSecret !== undefined && { secondSecret }),
          })
        ).json()
      const [one, two] = [await uploadDistribution(portal), await uploadDistribution(portal)]
      const answer = ann.answer((await start(one)).context)
      expect(await start(two, answer)).toMatchObject(refused(/something else/))
      expect(await reset(answer)).toMatchObject(refused(/something else/))
    })

    test('is for this session alone', async () => {
      const other = await portal.ferry.call(admin.resetClaims)
      expect(await reset(ann.answer(other.json().context))).toMatchObject(refused(/something else/))
    })

    test('comes within two minutes', async () => {
      const answers = [ann.answer(await asked()), ann.answer(await later(asked))]
      portal.ferry.app.now = () => Date.now() + 120_500
      expect(await reset(answers[0])).toMatchObject(refused(/later than two minutes/))
      portal.ferry.app.now = () => Date.now() + 100_000
      expect(await reset(answers[1])).toMatchObject({ deleted: 0 })
    })

    test.each([
      [
        'another authenticator',
        async () => createSoftAuthenticator(PANEL_ORIGIN).answer(await asked(), { id: ann.id }),
      ],
      [
        'a credential that is not registered',
        async () => createSoftAuthenticator(PANEL_ORIGIN).answer(await asked()),
      ],
      ['another site', async () => ann.answer(await asked(), { origin: 'http://localhost.example' })],
      ['a user who was not verified', async () => ann.answer(await asked(), { isVerified: false })],
      ['nobody', async () => 'yes'],
      ['a null', async () => null],
    ])('of %s is none', async (_, answer) => {
      expect(await reset(await answer())).toMatchObject(ASKED)
    })
  })

  test('another passkey takes the one before, and the last one removed is the end of it', async () => {
    const ben = await registerPasskey(portal.call, 'Ben', ann)
    const passkeys = () =>
      readRows<{ id: string; person: string }>(
        portal.ferry.databaseFile,
        'select * from passkey order by person',
      )
    expect(passkeys().map(({ person }) => person)).toEqual(['Ann', 'Ben'])
    const [first, second] = passkeys()
    const remove = (id = '', by = ben, password = ADMIN_PASSWORD) =>
      callConfirmed(portal.call, by, admin.removePasskey, { params: { id }, body: { password } })
    expect((await remove(first?.id, ben, 'wrong')).json()).toMatchObject({ code: 'invalid_password' })
    expect((await remove('none')).json()).toMatchObject({ code: 'no_passkey' })
    expect((await remove(second?.id, ann)).json()).toEqual({ ok: true })
    expect((await remove(first?.id, ben)).json()).toMatchObject(ASKED)
    expect((await remove(first?.id, ann)).json()).toEqual({ ok: true })
    expect((await portal.call(admin.secondSecret)).json()).toMatchObject({ state: 'off' })
    expect((await portal.call(admin.resetClaims)).statusCode).toBe(200)
    const [action] = await portal.ferry.app.store.operatorActions.list(2).then(([, before]) => [before])
    expect(action).toMatchObject({ action: 'remove_passkey', person: 'Ann' })
  })

  // The last: what it tries stays undone.
  test('a thief with a session and without the second secret moves nothing', {
    timeout: 120_000,
  }, async () => {
    ann = await registerPasskey(portal.call, 'Ann')
    const tried = new Set<unknown>()
    for (const [what, prepare] of Object.entries(MONEY_REQUESTS)) {
      const prepared = await tryPreparing(what, prepare)
      const before = await decided()
      const answer = await portal.call(prepared.endpoint, prepared.input)
      expect(answer.statusCode, `${what}: ${answer.body}`).toBe(403)
      expect(answer.json(), what).toMatchObject(ASKED)
      expect(await decided(), what).toEqual(before)
      tried.add(prepared.endpoint)
    }
    const { registerPasskey: register, removePasskey: remove } = admin
    const named = { person: 'Thief', name: 'phone' }
    const body = { ...named, password: ADMIN_PASSWORD }
    expect((await portal.call(register, { headers: { origin: PANEL_ORIGIN }, body })).json()).toMatchObject(
      ASKED,
    )
    const [{ id }] = (await portal.call(admin.secondSecret)).json().passkeys
    const removed = await portal.call(remove, { params: { id }, body: { password: ADMIN_PASSWORD } })
    expect(removed.json()).toMatchObject(ASKED)
    // A start of claims, and an upload of payments, ask with TWO_PEOPLE alone.
    const asking = ALL_ENDPOINTS.filter(({ errors }) => errors.includes('second_secret_required'))
    for (const each of [register, remove, endpoints.bulkSender.start, standaloneSender.upload])
      tried.add(each)
    expect(asking.filter((each) => !tried.has(each)).map(({ path }) => path)).toEqual([])
  })
})
