import { expect, test } from 'vitest'
import type { RunComparison } from '#domain/run.ts'
import { describeEachStore, type StoreContext } from '../../../test/harness/each-store.ts'
import { GENESIS, sampleClaim, sampleTransfer, WALLET } from '../../../test/harness/sample-rows.ts'
import {
  actionOf,
  beginListed,
  beginRun,
  openBeside,
  signNext,
  WALLET_KEY,
} from '../../../test/harness/store-bed.ts'

const COMPARISON: RunComparison = {
  agrees: true,
  checkedAtMs: 1,
  payments: 2,
  baseUnits: 9n,
  unknownPayments: 0,
  missing: 0,
  undecided: 0,
  otherOutflows: [],
}
const action = actionOf('continue_without', WALLET)
const acknowledged = (signature: string, note = 'lost') => ({
  genesisHash: GENESIS,
  signature,
  note,
  atMs: 1,
})

const beginAnchored = ({ store }: StoreContext) => beginRun(store, { anchorSlot: 5, anchorBaseUnits: 9n })

const anchorsOf = async ({ store }: StoreContext) =>
  (await store.inReadTransaction(({ listedRuns }) => listedRuns.page(9))).map(
    ({ anchorSlot, anchorBaseUnits }) => [anchorSlot, anchorBaseUnits],
  )

describeEachStore('acknowledging payments that the records lack', (context) => {
  test('acknowledges them, and has the next check accept the balance as it is', async () => {
    const { store } = context
    const run = await beginAnchored(context)
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
    const anchor = () => store.acknowledgements.anchorNow(WALLET_KEY, 77, actionOf('anchor_now', WALLET))
    expect(await anchor()).toBe('done')
    expect(await store.recordsBehind.acceptedSlot(WALLET_KEY)).toBe(77)
    expect(await store.recordsBehind.isUnknown(WALLET_KEY)).toBe(false)
    expect(await anchor()).toBe('wallet_has_paid')
    expect(await store.operatorActions.decisions(9)).toMatchObject([{ action: 'anchor_now' }])
  })

  test('writes nothing when the records have one of them by now, or a run is unfinished', async () => {
    const { store } = context
    const run = await beginAnchored(context)
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
    await using beside = await openBeside(context)
    const { store, db } = beside
    await store.acknowledgements.record(
      acknowledged('given', 'to the treasury'),
      actionOf('acknowledge', 'given'),
    )
    await db.insertInto('acknowledged_transaction').values(acknowledged('forged')).execute()
    expect(await store.acknowledgements.among(GENESIS, ['given', 'forged'])).toEqual(new Set(['given']))
    expect(await store.acknowledgements.notes(GENESIS)).toEqual(new Map([['given', 'to the treasury']]))
  })
})

describeEachStore('the payments of a run', (context) => {
  test('are listed by transaction', async () => {
    const { store } = context
    const { run } = await beginListed(store, 3)
    const first = await signNext(store, run, 2, { signature: 'paid' })
    const second = await signNext(store, run, 1, { signature: 'expired' })
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
