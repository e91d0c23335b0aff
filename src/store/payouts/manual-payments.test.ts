import { expect, test } from 'vitest'
import type { Wei } from '#domain/amounts.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import { BEFORE_EVM_ADDRESSES, type EvmAddress } from '#domain/evm-address.ts'
import type { Run } from '#domain/run.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { describeEachStore, type StoreContext } from '../../../test/harness/each-store.ts'
import {
  GENESIS,
  MINT,
  sampleAttempt,
  sampleClaim,
  sampleEntry,
  samplePayment,
  sampleRun,
  sampleTransfer,
  WALLET,
} from '../../../test/harness/sample-rows.ts'

const action = { atMs: 1, action: 'reject', subject: 'x', detail: 'test' } as const

async function begin({ store }: StoreContext): Promise<Run> {
  const run = await store.runs.create(sampleRun())
  if (!run) throw new Error('a run is under way')
  return run
}

/** Journals the only queued transfer of a run. */
async function journalPayment({ store }: StoreContext, run: Run) {
  const fence = (await store.leases.acquireFree(WALLET, 'test', 1, 1000)) ?? 0
  const [transfer] = await store.journal.nextTransfers(run.id, 1)
  const planned = { attempt: sampleAttempt(run.id, fence), transfers: transfer ? [transfer] : [] }
  const [attempt] = await store.journal.write({ name: WALLET, fence }, run.id, [planned])
  if (!attempt) throw new Error('nothing was journaled')
  return attempt
}

describeEachStore('decisions about claims', (context) => {
  test('a mark is written beside the payment, in place of one that was never sent', async () => {
    const { claims, claimDecisions, runs, journal, operatorActions } = context.store
    const claim = sampleClaim()
    await claims.insertMany([claim])
    const run = await begin(context)
    await runs.addTransfers([sampleTransfer(claim, { runId: run.id })])
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
    const { claims, claimDecisions, claimRecords } = context.store
    const made = Array.from({ length: 6 }, () => sampleClaim())
    await claims.insertMany(made)
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
    const { claims, claimDecisions, runs, operatorActions, journal } = context.store
    const claim = sampleClaim()
    await claims.insertMany([claim])
    const run = await begin(context)
    await runs.addTransfers([sampleTransfer(claim, { runId: run.id })])
    const attempt = await journalPayment(context, run)
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
    const { claims, runs, holds, journal, operatorActions } = context.store
    const claim = sampleClaim()
    await claims.insertMany([claim])
    const run = await begin(context)
    await runs.addTransfers([sampleTransfer(claim, { runId: run.id })])
    const attempt = await journalPayment(context, run)
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
      address: evmAddress as EvmAddress,
      amountWei: BigInt(n) as Wei,
      seal: `seal ${n}`,
    }))
    for (const list of [rows, rows.slice(0, 3)]) {
      const id = await snapshots.stage('holders.csv', 'nonce', 1)
      await snapshots.addRows(id, list)
      const facts = { fileHash: 'hash', root: 'root', totalWei: 3n as Wei, nowMs: 2, seal: 'seal' }
      await snapshots.publish(id, { ...facts, addressCount: list.length })
    }
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
    const distribution = {
      id: 'D',
      fileName: 'f.xlsx',
      fileHash: 'hash',
      mintName: null,
      rowCount: 2,
      totalBaseUnits: 0n,
      mintAddress: MINT,
      mintDecimals: 9,
      genesisHash: GENESIS,
      createdAtMs: 1,
    }
    const entry = (rowNumber: number) => sampleEntry(rowNumber, { baseUnits: 2n ** 63n })
    await distributions.add(distribution, [entry(2), entry(3)])
    await distributions.add({ ...distribution, id: 'E' }, [entry(1)])
    const sum = { distributionId: 'D', state: 'queued', count: 2, baseUnits: 2n ** 64n }
    expect(await distributions.sums('D')).toEqual([sum])
    expect(await distributions.sums()).toHaveLength(2)
  })
})
