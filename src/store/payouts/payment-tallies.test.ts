import { expect, test } from 'vitest'
import { assertBaseUnits } from '#domain/amounts.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import type { NewClaim, NewTransfer } from '#store/database/schema.ts'
import type { Store } from '#store/store.ts'
import { describeEachStore, runAtOnce, type StoreContext } from '../../../test/harness/each-store.ts'
import {
  GENESIS,
  MINT,
  type Plain,
  sampleClaim,
  samplePayment,
  sampleTransfer,
} from '../../../test/harness/sample-rows.ts'
import {
  actionOf,
  beginRun,
  insertClaims,
  listPayments,
  openBeside,
  openServers,
  signNext,
} from '../../../test/harness/store-bed.ts'

/** Two of them are more than 64 bits hold. */
const HUGE = (2n ** 64n - 1n).toString()

const action = actionOf('mark_sent')

/**
 * Reads the tallies, and counts every payment to compare them with, by kind of record and token.
 */
async function bothCounts({ store, location }: StoreContext) {
  await using beside = await openBeside({ location })
  const paid = beside.db.selectFrom('transfer').selectAll().where('state', '=', 'paid')
  const rows = await paid.where('evmAddress', 'is not', null).execute()
  const recounted: Record<string, [number, bigint]> = {}
  for (const { recordedBy, genesisHash, mintAddress, mintDecimals, baseUnits } of rows) {
    const key = `${recordedBy} ${genesisHash} ${mintAddress} ${mintDecimals}`
    const [payments, sum] = recounted[key] ?? [0, 0n]
    recounted[key] = [payments + 1, sum + BigInt(baseUnits)]
  }
  const tallied: Record<string, [number, bigint]> = {}
  for (const tally of await store.paymentTallies.totals()) {
    const key = `${tally.recordedBy} ${tally.genesisHash} ${tally.mintAddress} ${tally.mintDecimals}`
    if (tally.payments !== 0) tallied[key] = [tally.payments, tally.baseUnits]
    else expect(tally.baseUnits).toBe(0n)
  }
  return { tallied, recounted }
}

/** Has a run pay claims in one transaction. */
async function pay(store: Store, claims: readonly NewClaim[], change: Partial<Plain<NewTransfer>> = {}) {
  const run = await beginRun(store)
  await listPayments(store, run, claims, change)
  const attempt = await signNext(store, run, claims.length)
  await store.journal.settlePaid([{ attempt, slot: 1 }], 1)
  await store.runs.finish(run.id, 'completed', null, 1)
}

describeEachStore('the tallies of payments', (context) => {
  test('agree with a full count after each change of payments', async () => {
    const { store } = context
    const [first, second, third, fourth, fifth, sixth] = await insertClaims(store, {}, {}, {}, {}, {}, {})
    if (!(first && second && third && fourth && fifth && sixth)) throw new Error('Six were made')
    const agree = async () => {
      const { tallied, recounted } = await bothCounts(context)
      expect(tallied).toEqual(recounted)
      return tallied
    }
    expect(await agree()).toEqual({})
    await pay(store, [first, second], { baseUnits: BigInt(HUGE) })
    const byRun = { [`run ${GENESIS} ${MINT} 9`]: [2, 2n * BigInt(HUGE)] }
    expect(await agree()).toEqual(byRun)

    // Beside one that is owed, in place of one that failed, and in another unit.
    await store.claimDecisions.markSent(third.id, samplePayment(third, 'tx-3'), action)
    const run = await beginRun(store)
    await listPayments(store, run, [fourth], { state: 'failed' })
    await store.runs.finish(run.id, 'stopped', null, 1)
    await store.claimDecisions.markSent(fourth.id, samplePayment(fourth, 'tx-4'), action)
    const forced = {
      recordedBy: 'mark_sent_forced',
      genesisHash: UNKNOWN_CLUSTER,
      mintAddress: '',
      mintDecimals: 18,
    } as const
    await store.claimDecisions.markSent(fifth.id, { ...samplePayment(fifth, 'tx-5'), ...forced }, action)
    // A second mark changes nothing.
    await store.claimDecisions.markSent(fifth.id, samplePayment(fifth, 'tx-6'), action)
    const all = {
      ...byRun,
      [`mark_sent ${GENESIS} ${MINT} 9`]: [2, 3_000_000_000n],
      [`mark_sent_forced ${UNKNOWN_CLUSTER}  18`]: [1, 1_500_000_000n],
    }
    expect(await agree()).toEqual(all)

    await store.claimDecisions.reset(action)
    expect(await agree()).toEqual(all)

    await using beside = await openBeside(context)
    const { db } = beside
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
    expect(await agree()).toEqual({
      ...byRun,
      [`mark_sent ${GENESIS} ${MINT} 9`]: [1, 7n],
      [`take_over ${UNKNOWN_CLUSTER}  18`]: [1, 1_500_000_000n],
    })
  })

  test('leave out the payments of a distribution', async () => {
    await using beside = await openBeside(context)
    const row = { ...sampleTransfer(sampleClaim()), claimId: null, evmAddress: null }
    await beside.db
      .insertInto('transfer')
      .values({ ...row, state: 'paid', recordedBy: 'run' })
      .execute()
    expect(await context.store.paymentTallies.totals()).toEqual([])
  })

  test('do not drift under writers at once', { timeout: 60_000 }, async () => {
    await using servers = await openServers(context)
    const made = await insertClaims(context.store, ...Array.from({ length: 200 }, () => ({})))
    await runAtOnce(made, async (claim, n) => {
      await servers.of(n).claimDecisions.markSent(claim.id, samplePayment(claim, `tx-${n}`), action)
    })
    const { tallied, recounted } = await bothCounts(context)
    expect(tallied).toEqual(recounted)
    expect(tallied).toEqual({ [`mark_sent ${GENESIS} ${MINT} 9`]: [200, 300_000_000_000n] })
  })
})
