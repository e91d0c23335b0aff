import { expect, test } from 'vitest'
import type { RunComparison } from '#domain/run-comparison.ts'
import { SIMULATED_SEALS } from '#lab/simulation/simulated-seals.ts'
import { openDatabase } from '#store/database/database.ts'
import type { NewOperatorAction, NewRun } from '#store/database/schema.ts'
import { createStore } from '#store/store.ts'
import { describeEachStore, type StoreContext } from '../../../test/harness/each-store.ts'
import type { Plain } from '../../../test/harness/plain.ts'
import {
  GENESIS,
  MINT,
  sampleAttempt,
  sampleClaim,
  sampleRun,
  sampleTransfer,
  WALLET,
} from '../../../test/harness/sample-rows.ts'

const COMPARISON: RunComparison = {
  agrees: true,
  checkedAtMs: 1,
  payments: 2,
  baseUnits: 9n,
  unknownPayments: 0,
  missing: 0,
  otherOutflows: [],
}
const WALLET_KEY = { genesisHash: GENESIS, walletAddress: WALLET, mintAddress: MINT }
const action: NewOperatorAction = { atMs: 1, action: 'continue_without', subject: WALLET, detail: 'test' }
const acknowledged = (signature: string, note = 'lost') => ({
  genesisHash: GENESIS,
  signature,
  note,
  atMs: 1,
})

async function endedRun({ store }: StoreContext, change: Partial<Plain<NewRun>> = {}) {
  const run = await store.runs.create(sampleRun({ anchorSlot: 5, anchorBaseUnits: 9n, ...change }))
  if (!run) throw new Error('a run is under way')
  return run
}

const anchorsOf = async ({ store }: StoreContext) =>
  (await store.inReadTransaction(({ listedRuns }) => listedRuns.page(9))).map(
    ({ anchorSlot, anchorBaseUnits }) => [anchorSlot, anchorBaseUnits],
  )

describeEachStore('acknowledging payments that the records lack', (context) => {
  test('acknowledges them, and has the next check accept the balance as it is', async () => {
    const { store } = context
    const run = await endedRun(context)
    await store.runs.finish(run.id, 'failed', null, 1)
    const behind = { ...WALLET_KEY, payments: 2, baseUnits: 7n, checkedAtMs: 1 }
    await store.recordsBehind.set({ ...behind, payments: 1 })
    await store.recordsBehind.set(behind)
    expect(await store.recordsBehind.all()).toEqual([{ ...behind, unshown: 0, accepted: 0, acceptedSlot: 0 }])

    const lost = [acknowledged('a'), acknowledged('b')]
    expect(await store.acknowledgements.continueWithout(WALLET_KEY, lost, action)).toBe('done')
    expect(await store.recordsBehind.find(WALLET_KEY)).toBeUndefined()
    expect(await store.recordsBehind.acceptedSlot(WALLET_KEY)).toBe(0)
    expect(await store.knownTransactions.among(GENESIS, ['a', 'b', 'c'])).toEqual(new Set(['a', 'b']))
    expect(await store.knownTransactions.among('another cluster', ['a'])).toEqual(new Set())
    expect(await store.acknowledgements.notes(GENESIS)).toEqual(
      new Map([
        ['a', 'lost'],
        ['b', 'lost'],
      ]),
    )
    expect(await anchorsOf(context)).toEqual([[5, 9n]])
    expect(await store.operatorActions.decisions(9)).toMatchObject([{ action: 'continue_without' }])
  })

  test('settles the history of a wallet that the records know nothing of, once', async () => {
    const { store } = context
    expect(await store.recordsBehind.isUnknown(WALLET_KEY)).toBe(true)
    const anchor = () => store.acknowledgements.anchorNow(WALLET_KEY, 77, { ...action, action: 'anchor_now' })
    expect(await anchor()).toBe('done')
    expect(await store.recordsBehind.acceptedSlot(WALLET_KEY)).toBe(77)
    expect(await store.recordsBehind.isUnknown(WALLET_KEY)).toBe(false)
    expect(await anchor()).toBe('wallet_has_paid')
    expect(await store.operatorActions.decisions(9)).toMatchObject([{ action: 'anchor_now' }])
  })

  test('writes nothing when the records have one of them by now, or a run is unfinished', async () => {
    const { store } = context
    const run = await endedRun(context)
    const refused = () => store.acknowledgements.continueWithout(WALLET_KEY, [acknowledged('a')], action)
    expect(await refused()).toBe('run_in_progress')
    await store.runs.finish(run.id, 'failed', null, 1)
    await store.runs.addTransfers([
      sampleTransfer(sampleClaim(), { state: 'paid', paidTx: 'a', recordedBy: 'take_over' }),
    ])
    expect(await refused()).toBe('records_changed')
    expect(await store.acknowledgements.notes(GENESIS)).toEqual(new Map())
    expect(await anchorsOf(context)).toEqual([[5, 9n]])
    expect(await store.operatorActions.decisions(9)).toEqual([])
  })
})

describeEachStore('an acknowledgement that was written into the database', (context) => {
  test('explains nothing, neither in a run nor in a reconciliation', async () => {
    const database = await openDatabase(context.location)
    const store = createStore(database, SIMULATED_SEALS)
    const action: NewOperatorAction = { atMs: 1, action: 'acknowledge', subject: 'given', detail: 'test' }
    await store.acknowledgements.record(acknowledged('given', 'to the treasury'), action)
    await database.db.insertInto('acknowledged_transaction').values(acknowledged('forged')).execute()
    expect(await store.acknowledgements.among(GENESIS, ['given', 'forged'])).toEqual(new Set(['given']))
    expect(await store.acknowledgements.notes(GENESIS)).toEqual(new Map([['given', 'to the treasury']]))
    await store.close()
  })
})

describeEachStore('the payments of a run', (context) => {
  test('are listed by transaction', async () => {
    const { store } = context
    const claims = [sampleClaim(), sampleClaim(), sampleClaim()]
    await store.claims.insertMany(claims)
    const run = await endedRun(context)
    await store.runs.addTransfers(claims.map((claim) => sampleTransfer(claim, { runId: run.id })))
    const fence = (await store.leases.acquireFree(WALLET, 'test', 0, 1000)) ?? 0
    const transfers = await store.journal.nextTransfers(run.id, 3)
    const planned = [
      { attempt: sampleAttempt(run.id, fence, { signature: 'paid' }), transfers: transfers.slice(0, 2) },
      { attempt: sampleAttempt(run.id, fence, { signature: 'expired' }), transfers: transfers.slice(2) },
    ]
    const [first, second] = await store.journal.write({ name: WALLET, fence }, run.id, planned)
    if (!first || !second) throw new Error('nothing was journaled')
    expect(await store.runs.payments(run.id)).toEqual([])
    await store.journal.settlePaid([{ attempt: first, slot: 12 }], 1)
    await store.journal.settleExpired(second, 'test', 1)
    expect(await store.runs.payments(run.id)).toEqual([
      { signature: 'paid', slot: 12, payments: 2, baseUnits: 3_000_000_000n },
    ])
    await store.runs.setComparison(run.id, COMPARISON)
    expect(await store.runs.find(run.id)).toMatchObject({ comparison: COMPARISON })
  })
})
