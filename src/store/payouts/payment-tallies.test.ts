import { expect, test } from 'vitest'
import { assertBaseUnits } from '#domain/amounts.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import { openDatabase } from '#store/database/database.ts'
import type { NewClaim, NewTransfer } from '#store/database/schema.ts'
import { createStore, type Store } from '#store/store.ts'
import { describeEachStore, type StoreContext } from '../../../test/harness/each-store.ts'
import type { Plain } from '../../../test/harness/plain.ts'
import { runAtOnce } from '../../../test/harness/run-at-once.ts'
import {
  GENESIS,
  sampleAttempt,
  sampleClaim,
  samplePayment,
  sampleRun,
  sampleTransfer,
  WALLET,
} from '../../../test/harness/sample-rows.ts'

/** Two of them are more than 64 bits hold. */
const HUGE = (2n ** 64n - 1n).toString()

const action = { atMs: 1, action: 'mark_sent', subject: 'x', detail: '' } as const

/**
 * Reads the tallies, and counts every payment to compare them with, by kind of record, cluster and decimals.
 */
async function bothCounts({ store, location }: StoreContext) {
  const { db, close } = await openDatabase(location)
  const rows = await db
    .selectFrom('transfer')
    .selectAll()
    .where('state', '=', 'paid')
    .where('evmAddress', 'is not', null)
    .execute()
  await close()
  const recounted: Record<string, [number, bigint]> = {}
  for (const { recordedBy, genesisHash, mintDecimals, baseUnits } of rows) {
    const key = `${recordedBy} ${genesisHash} ${mintDecimals}`
    const [payments, sum] = recounted[key] ?? [0, 0n]
    recounted[key] = [payments + 1, sum + BigInt(baseUnits)]
  }
  const tallied: Record<string, [number, bigint]> = {}
  for (const tally of await store.paymentTallies.totals()) {
    const key = `${tally.recordedBy} ${tally.genesisHash} ${tally.mintDecimals}`
    if (tally.payments !== 0) tallied[key] = [tally.payments, tally.baseUnits]
    else expect(tally.baseUnits).toBe(0n)
  }
  return { tallied, recounted }
}

/** Has a run pay claims in one transaction. */
async function pay(store: Store, claims: readonly NewClaim[], change: Partial<Plain<NewTransfer>> = {}) {
  const run = await store.runs.create(sampleRun())
  if (!run) throw new Error('a run is under way')
  await store.runs.addTransfers(claims.map((claim) => sampleTransfer(claim, { ...change, runId: run.id })))
  const fence = (await store.leases.acquireFree(WALLET, 'test', 1, 1000)) ?? 0
  const transfers = await store.journal.nextTransfers(run.id, claims.length)
  const planned = { attempt: sampleAttempt(run.id, fence), transfers }
  const [attempt] = await store.journal.write({ name: WALLET, fence }, run.id, [planned])
  if (!attempt) throw new Error('nothing was journaled')
  await store.journal.settlePaid([{ attempt, slot: 1 }], 1)
  await store.runs.finish(run.id, 'completed', null, 1)
}

describeEachStore('the tallies of payments', (context) => {
  test('agree with a full count after each change of payments', async () => {
    const { store, location } = context
    const made = Array.from({ length: 8 }, () => sampleClaim())
    await store.claims.insertMany(made)
    const [first, second, third, fourth, fifth, sixth] = made as [
      NewClaim,
      NewClaim,
      NewClaim,
      NewClaim,
      NewClaim,
      NewClaim,
    ]
    const agree = async () => {
      const { tallied, recounted } = await bothCounts(context)
      expect(tallied).toEqual(recounted)
      return tallied
    }
    expect(await agree()).toEqual({})
    await pay(store, [first, second], { baseUnits: BigInt(HUGE) })
    const byRun = { [`run ${GENESIS} 9`]: [2, 2n * BigInt(HUGE)] }
    expect(await agree()).toEqual(byRun)

    // Beside one that is owed, in place of one that failed, and in another unit.
    await store.claimDecisions.markSent(third.id, samplePayment(third, 'tx-3'), action)
    const run = await store.runs.create(sampleRun())
    await store.runs.addTransfers([sampleTransfer(fourth, { runId: run?.id ?? 0, state: 'failed' })])
    await store.runs.finish(run?.id ?? 0, 'stopped', null, 1)
    await store.claimDecisions.markSent(fourth.id, samplePayment(fourth, 'tx-4'), action)
    const forced = {
      recordedBy: 'mark_sent_forced',
      genesisHash: UNKNOWN_CLUSTER,
      mintDecimals: 18,
    } as const
    await store.claimDecisions.markSent(fifth.id, { ...samplePayment(fifth, 'tx-5'), ...forced }, action)
    // A second mark changes nothing.
    await store.claimDecisions.markSent(fifth.id, samplePayment(fifth, 'tx-6'), action)
    const all = {
      ...byRun,
      [`mark_sent ${GENESIS} 9`]: [2, 3_000_000_000n],
      [`mark_sent_forced ${UNKNOWN_CLUSTER} 18`]: [1, 1_500_000_000n],
    }
    expect(await agree()).toEqual(all)

    await store.claimDecisions.reset(action)
    expect(await agree()).toEqual(all)

    const { db, close } = await openDatabase(location)
    await db.updateTable('transfer').set({ recordedBy: 'take_over' }).where('paidTx', '=', 'tx-5').execute()
    await db
      .updateTable('transfer')
      .set({ baseUnits: assertBaseUnits(7n) })
      .where('paidTx', '=', 'tx-4')
      .execute()
    await db.updateTable('transfer').set({ state: 'queued' }).where('paidTx', '=', 'tx-3').execute()
    await db
      .insertInto('transfer')
      .values(sampleTransfer(sixth, { state: 'queued' }))
      .execute()
    await close()
    expect(await agree()).toEqual({
      ...byRun,
      [`mark_sent ${GENESIS} 9`]: [1, 7n],
      [`take_over ${UNKNOWN_CLUSTER} 18`]: [1, 1_500_000_000n],
    })
  })

  test('leave out the payments of a distribution', async () => {
    const { store, location } = context
    const { db, close } = await openDatabase(location)
    const row = { ...sampleTransfer(sampleClaim()), claimId: null, evmAddress: null }
    await db
      .insertInto('transfer')
      .values({ ...row, state: 'paid', recordedBy: 'run' })
      .execute()
    await close()
    expect(await store.paymentTallies.totals()).toEqual([])
  })

  test('do not drift under writers at once', { timeout: 60_000 }, async () => {
    const servers = context.location.startsWith('postgres') ? [1, 2] : []
    const others = await Promise.all(
      servers.map(async () => createStore(await openDatabase(context.location))),
    )
    const stores = [context.store, ...others]
    const made = Array.from({ length: 200 }, () => sampleClaim())
    await context.store.claims.insertMany(made)
    await runAtOnce(made, async (claim, n) => {
      const payment = samplePayment(claim, `tx-${n}`)
      await stores[n % stores.length]?.claimDecisions.markSent(claim.id, payment, action)
    })
    await Promise.all(others.map((store) => store.close()))
    const { tallied, recounted } = await bothCounts(context)
    expect(tallied).toEqual(recounted)
    expect(tallied).toEqual({ [`mark_sent ${GENESIS} 9`]: [200, 300_000_000_000n] })
  })
})
