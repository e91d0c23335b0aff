import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { addClaims } from '../harness/add-claims.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { sampleClaim, samplePayment } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const { admin } = endpoints

let ferry: TestPortal
let headers: Record<string, string>
beforeEach(async () => {
  ferry = await startPortal()
  headers = await ferry.adminHeaders()
})
afterEach(() => ferry.close())

const call: (
  ...asked: Parameters<typeof callEndpoint> extends [unknown, ...infer Rest] ? Rest : never
) => ReturnType<typeof callEndpoint> = (endpoint, input) =>
  callEndpoint(ferry.server, endpoint, input, { headers })

async function claimed(count: number, change: object = {}) {
  const made = Array.from({ length: count }, () => sampleClaim(change))
  await addClaims(ferry.app, made)
  return made.map(({ id }) => id)
}

const historyOf = async (id: string) =>
  (await call(admin.claim, { params: { id } }))
    .json()
    .history.map(({ what, detail }: { what: string; detail: string }) => [what, detail])

test('claims are filtered by amount and time, and a wrong bound is named', async () => {
  const [small] = await claimed(1, { amountWei: 10n ** 18n, amountUA: '1', submittedAtMs: 1_700_000_000_500 })
  const [large] = await claimed(1, {
    amountWei: 25n * 10n ** 17n,
    amountUA: '2.5',
    submittedAtMs: 1_800_000_000_500,
  })
  const find = async (query: object) =>
    (await call(admin.claims, { query })).json().claims.map(({ id }: { id: string }) => id)
  expect(await find({ amountFrom: '1', amountTo: '2.49' })).toEqual([small])
  expect(await find({ amountFrom: '1.000000000000000001' })).toEqual([large])
  expect(await find({ from: '1700000001' })).toEqual([large])
  expect(await find({ to: '1700000000' })).toEqual([small])
  expect(await find({ payment: 'failed' })).toEqual([])
  const refused = await call(admin.claims, { query: { amountTo: '1.0000000000000000001' } })
  expect(refused.json()).toMatchObject({ code: 'invalid_request', details: [{ where: 'amountTo' }] })
})

test('a rejection that is asked for twice is done once; another reason is refused', async () => {
  const [id = ''] = await claimed(1)
  const body = { id, reason: 'Asked for by its holder' }
  const both = await Promise.all([call(admin.reject, { body }), call(admin.reject, { body })])
  expect(both.map((each) => each.json())).toEqual([{ ok: true }, { ok: true }])
  expect((await call(admin.reject, { body: { id, reason: 'Another' } })).json().code).toBe('claim_not_queued')
  expect(await historyOf(id)).toEqual([
    ['submitted', null],
    ['rejected', body.reason],
  ])
})

test('several are rejected for one reason, with a result for each', async () => {
  const [first = '', second = ''] = await claimed(2)
  const [sent = ''] = await claimed(1, { status: 'sent', solTx: 'tx' })
  const response = await call(admin.rejectClaims, {
    body: { ids: [first, sent, second, 'NONE', first], reason: 'Sanctioned' },
  })
  expect(response.json()).toEqual({
    rejected: 2,
    results: [
      { id: first, outcome: 'done' },
      { id: sent, outcome: 'claim_not_queued' },
      { id: second, outcome: 'done' },
      { id: 'NONE', outcome: 'unknown_claim' },
    ],
  })
  expect(await historyOf(second)).toContainEqual(['rejected', 'Sanctioned'])
  const tooMany = Array.from({ length: 201 }, (_, n) => `${n}`)
  expect((await call(admin.rejectClaims, { body: { ids: tooMany, reason: 'x' } })).statusCode).toBe(400)
})

test('a rejection is undone while nothing was paid, and notes are kept; both are in the history', async () => {
  const [id = '', paid = ''] = await claimed(2)
  await call(admin.noteClaim, { params: { id }, body: { text: ' Called by telephone ' } })
  for (const each of [id, paid]) await call(admin.reject, { body: { id: each, reason: 'By mistake' } })
  const before = (await call(admin.stats)).json()
  expect((await call(admin.undoReject, { body: { id } })).json()).toEqual({ ok: true })
  expect((await call(admin.claim, { params: { id } })).json()).toMatchObject({
    status: 'queued',
    reason: null,
  })
  expect(await historyOf(id)).toEqual([
    ['submitted', null],
    ['noted', 'Called by telephone'],
    ['rejected', 'By mistake'],
    ['rejection_undone', 'It had been rejected for: By mistake'],
  ])
  expect((await call(admin.stats)).json()).toMatchObject({
    queued: before.queued + 1,
    rejected: before.rejected - 1,
  })
  expect((await call(admin.undoReject, { body: { id } })).json().code).toBe('claim_not_rejected')
  for (const [endpoint, input] of [
    [admin.undoReject, { body: { id: 'NONE' } }],
    [admin.noteClaim, { params: { id: 'NONE' }, body: { text: 'x' } }],
  ] as const) {
    expect((await call(endpoint, input)).json().code).toBe('unknown_claim')
  }

  // Its address was paid for a claim that was reset since.
  const { store } = ferry.app
  const claim = await store.claimDecisions.find(paid)
  if (!claim) throw new Error('It was made')
  const payment = { ...samplePayment(claim, 'an earlier payment'), claimId: null, genesisHash: 'unknown' }
  await store.runs.addTransfers([payment])
  expect((await call(admin.undoReject, { body: { id: paid } })).json().code).toBe('already_paid')
  expect((await call(admin.claim, { params: { id: paid } })).json()).toMatchObject({ status: 'rejected' })
})
