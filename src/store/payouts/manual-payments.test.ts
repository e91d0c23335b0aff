import { expect, test } from 'vitest'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import { BEFORE_EVM_ADDRESSES, type EvmAddress } from '#domain/evm-address.ts'
import type { Run } from '#domain/run.ts'
import type { NewClaim } from '#store/database/schema.ts'
import type { Store } from '#store/store.ts'
import { describeEachStore } from '../../../test/harness/each-store.ts'
import {
  GENESIS,
  sampleClaim,
  sampleEntry,
  samplePayment,
  sampleTransfer,
} from '../../../test/harness/sample-rows.ts'
import {
  actionOf,
  beginListed,
  insertClaims,
  publishRows,
  sampleDistribution,
  signNext,
} from '../../../test/harness/store-bed.ts'

const action = actionOf('reject')

/** Begins a run with the payment of a new claim on its list. */
async function beginOne(store: Store): Promise<{ run: Run; claim: NewClaim }> {
  const { run, claims } = await beginListed(store, 1)
  return { run, claim: claims[0] as NewClaim }
}

describeEachStore('decisions about claims', (context) => {
  test('a mark is written beside the payment, in place of one that was never sent', async () => {
    const { claims, claimDecisions, journal, operatorActions } = context.store
    const { run, claim } = await beginOne(context.store)
    const payment = samplePayment(claim)
    expect(await claimDecisions.markSent(claim.id, payment, action)).toBe('done')
    expect(await claimDecisions.find(claim.id)).toMatchObject({ status: 'sent', solTx: 'tx' })
    expect(await claimDecisions.isTransactionUsed('tx')).toBe(true)
    expect(await claimDecisions.isTransactionUsed('other')).toBe(false)
    expect(await journal.nextTransfers(run.id, 9)).toEqual([])
    expect(await claims.wasPaid(claim.evmAddress as EvmAddress, GENESIS)).toBe(true)
    expect(await operatorActions.decisions(9)).toHaveLength(1)
  })

  test('of simultaneous marks by the same transaction one is accepted, and the others only if forced', async () => {
    const { claimDecisions, claimRecords } = context.store
    const made = await insertClaims(context.store, {}, {}, {}, {}, {}, {})
    const outcomes = await Promise.all(
      made.map((claim) => claimDecisions.markSent(claim.id, samplePayment(claim), action)),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    const refused = made.filter((_, n) => outcomes[n] === 'transaction_used')
    expect(refused).toHaveLength(5)
    for (const claim of refused) {
      expect(await claimDecisions.find(claim.id)).toMatchObject({ status: 'queued', solTx: null })
      expect((await claimRecords.find({ ...claim, snapshotId: 1 })).payment).toBeUndefined()
      const forced = { evenIfUsed: true }
      expect(await claimDecisions.markSent(claim.id, samplePayment(claim), action, forced)).toBe('done')
    }
  })

  test('a payment on a cluster that was not known counts on each', async () => {
    const { claims, claimDecisions } = context.store
    const [known, unknown] = [sampleClaim(), sampleClaim()]
    await claims.insertMany([known, unknown])
    await claimDecisions.markSent(known.id, samplePayment(known), action)
    const payment = { ...samplePayment(unknown, 'other'), genesisHash: UNKNOWN_CLUSTER }
    await claimDecisions.markSent(unknown.id, payment, action)
    await claimDecisions.reset(action)
    const wasPaid = (claim: NewClaim, genesis: string) =>
      claims.wasPaid(claim.evmAddress as EvmAddress, genesis)
    expect(await wasPaid(known, GENESIS)).toBe(true)
    expect(await wasPaid(known, 'another')).toBe(false)
    expect(await wasPaid(unknown, GENESIS)).toBe(true)
    expect(await wasPaid(unknown, 'another')).toBe(true)
  })

  test('nothing is decided, and nothing recorded, while a payment is under way', async () => {
    const { claimDecisions, runs, operatorActions, journal } = context.store
    const { run, claim } = await beginOne(context.store)
    const attempt = await signNext(context.store, run, 1)
    const payment = samplePayment(claim)
    expect(await claimDecisions.markSent(claim.id, payment, action)).toBe('payment_under_way')
    expect(await claimDecisions.reject(claim.id, 'no', action)).toBe('payment_under_way')
    expect(await claimDecisions.reset(action)).toBe('run_in_progress')
    await runs.finish(run.id, 'stopped', null, 1)
    expect(await claimDecisions.reset(action)).toBe('attempts_unresolved')
    expect(await claimDecisions.find(claim.id)).toMatchObject({ status: 'queued', rejectReason: null })
    expect(await operatorActions.decisions(9)).toEqual([])

    await journal.settleExpired(attempt, 'test', 1)
    expect(await claimDecisions.reject(claim.id, 'no', action)).toBe('done')
    expect(await runs.transferCounts(run.id)).toMatchObject({ queued: 0, failed: 1 })
    expect(await claimDecisions.reject(claim.id, 'no', action)).toBe('claim_not_queued')
    expect(await claimDecisions.reject('none', 'no', action)).toBe('unknown_claim')
    expect(await journal.nextTransfers(run.id, 9)).toEqual([])
  })

  test('a reset deletes the claims and keeps their payments', async () => {
    const { claims, claimDecisions, runs, operatorActions } = context.store
    const [paid, other] = [sampleClaim(), sampleClaim()]
    await claims.insertMany([paid, other])
    await runs.addTransfers([sampleTransfer(paid, { state: 'paid', paidTx: 'tx' })])
    expect(await claimDecisions.reset(action)).toEqual({ deleted: 2 })
    expect(await context.store.claimTallies.countQueued()).toBe(0)
    expect(await claims.wasPaid(paid.evmAddress as EvmAddress, GENESIS)).toBe(true)
    const again = sampleClaim({ evmAddress: other.evmAddress, nonce: '2' })
    expect(await claims.insertMany([again])).toHaveProperty('size', 1)
    expect((await operatorActions.decisions(1))[0]?.detail).toBe('2 claims were deleted')
  })
})

describeEachStore('an attempt on hold', (context) => {
  test('is listed with its transfers, and settled once, together with its record', async () => {
    const { claims, holds, journal, operatorActions } = context.store
    const { run, claim } = await beginOne(context.store)
    const attempt = await signNext(context.store, run, 1)
    expect(await holds.list()).toEqual([])
    await expect(
      journal.settleHeld(attempt, { kind: 'paid', slot: 7, signature: attempt.signature }, action),
    ).rejects.toThrow(/not on hold/)
    expect(await operatorActions.decisions(9)).toEqual([])

    await journal.hold(attempt.id, 'test', 1)
    expect(await holds.list()).toMatchObject([
      { attempt: { id: attempt.id, error: 'test' }, mintDecimals: 9, transfers: [{ claimId: claim.id }] },
    ])
    await journal.settleHeld(attempt, { kind: 'paid', slot: 7, signature: attempt.signature }, action)
    expect(await holds.find(attempt.id)).toBeUndefined()
    expect(await claims.list({ limit: 1 })).toMatchObject([{ status: 'sent', solTx: attempt.signature }])
    await expect(journal.settleHeld(attempt, { kind: 'expired', evidence: '' }, action)).rejects.toThrow(
      /hold/,
    )
    expect(await operatorActions.decisions(9)).toHaveLength(1)
  })
})

describeEachStore('address lists', (context) => {
  test('compare the list in force with the claims', async () => {
    const { claims, claimTallies, snapshots, addressLists } = context.store
    const made = [sampleClaim(), sampleClaim(), sampleClaim(), sampleClaim()]
    const rows = made.map(({ evmAddress }, n) => ({
      address: evmAddress,
      amountWei: BigInt(n),
      seal: `seal ${n}`,
    }))
    for (const list of [rows, rows.slice(0, 3)]) await publishRows(context.store, list)
    const [, second, , last] = made
    if (!second || !last) throw new Error('no claims')
    await claims.insertMany([second, last])
    expect(await claimTallies.countListed()).toBe(1)
    expect(await snapshots.current()).toMatchObject({ payableCount: 2 })
    const inForce = (await snapshots.current())?.id ?? 0
    expect(await addressLists.pageOfRemaining(inForce, BEFORE_EVM_ADDRESSES, 9)).toEqual([
      { address: made[2]?.evmAddress, amountWei: 2n, seal: 'seal 2' },
    ])
    const [first, ...rest] = await addressLists.pageOfSubmitted(0, 1)
    expect([first?.id, rest]).toEqual([second.id, []])
    expect(await addressLists.pageOfSubmitted(first?.seq ?? 0, 9)).toMatchObject([{ id: last.id }])
  })
})

describeEachStore('distributions', (context) => {
  test('are summed by state, exactly', async () => {
    const { distributions } = context.store
    const entry = (rowNumber: number) => sampleEntry(rowNumber, { baseUnits: 2n ** 63n })
    await distributions.add(sampleDistribution({ id: 'D', rowCount: 2 }), [entry(2), entry(3)])
    await distributions.add(sampleDistribution({ id: 'E', rowCount: 2 }), [entry(1)])
    const sum = { distributionId: 'D', state: 'queued', count: 2, baseUnits: 2n ** 64n }
    expect(await distributions.sums('D')).toEqual([sum])
    expect(await distributions.sums()).toHaveLength(2)
  })
})
