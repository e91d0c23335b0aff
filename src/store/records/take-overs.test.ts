import { expect, test } from 'vitest'
import { settleListed } from '#payout/fill-run.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { describeEachStore, type StoreContext } from '../../../test/harness/each-store.ts'
import {
  ALL_QUEUED,
  addressNamed,
  GENESIS,
  sampleEntry,
  sampleTransfer,
  WALLET,
} from '../../../test/harness/sample-rows.ts'
import {
  actionOf,
  beginRun,
  insertClaims,
  sampleDistribution,
  signNext,
  WALLET_KEY,
} from '../../../test/harness/store-bed.ts'

const OWED = 1_500_000_000n
const TOKEN = { ...WALLET_KEY, mintDecimals: 9 }
const ALL = { claims: true, rows: true }
const NOW = 7

const paid = (recipient: string, baseUnits: bigint, signature = `tx of ${recipient}`) => ({
  signature,
  recipient: addressNamed(recipient),
  baseUnits,
})

const beginListed = ({ store }: StoreContext, change: Parameters<typeof beginRun>[1] = {}) =>
  beginRun(store, change, ALL_QUEUED)

const recordedOf = async ({ store }: StoreContext) =>
  (await store.knownTransactions.paidFrom(WALLET_KEY)).map(({ claimId, recipient, baseUnits, paidTx }) => ({
    claimId,
    recipient,
    baseUnits,
    paidTx,
  }))

const claimOf = ({ store }: StoreContext, claim: NewClaim | undefined) =>
  store.claimDecisions.find(claim?.id ?? '')

describeEachStore('taking over from the chain', (context) => {
  test('settles claims of that wallet and amount, even those on the list of an earlier run', async () => {
    const [never, listed, failed] = await insertClaims(context.store, {}, {}, {})
    if (!never || !listed || !failed) throw new Error('no claims')
    const { store } = context
    const run = await beginListed(context)
    await store.runs.addTransfers([
      sampleTransfer(listed, { runId: run.id }),
      sampleTransfer(failed, { runId: run.id, state: 'failed', failure: 'frozen' }),
    ])
    await store.runs.finish(run.id, 'failed', null, 1)
    await store.recordsBehind.set({ ...WALLET_KEY, payments: 3, baseUnits: 1n, checkedAtMs: 1 })

    const found = [never, listed, failed].map(({ solAddress }) => paid(solAddress, OWED))
    expect(await store.takeOvers.record(TOKEN, found, ALL, NOW)).toEqual({
      payments: 3,
      baseUnits: 3n * OWED,
      claims: 3,
    })
    for (const claim of [never, listed, failed]) {
      expect(await claimOf(context, claim)).toMatchObject({
        status: 'sent',
        solTx: `tx of ${claim.solAddress}`,
        settledAtMs: NOW,
      })
    }
    expect(await recordedOf(context)).toHaveLength(3)
    expect(await store.runs.transferCounts(run.id)).toMatchObject({ paid: 0, queued: 0, failed: 0 })
    expect(await store.recordsBehind.all()).toEqual([])
    const actions = await store.operatorActions.decisions(9)
    expect(actions.map(({ action }) => action)).toEqual(Array(4).fill('take_over'))
    expect(actions.map(({ subject }) => subject).sort()).toEqual(
      [WALLET, never.id, listed.id, failed.id].sort(),
    )
  })

  test('records everything once, in repeated and simultaneous calls', async () => {
    const [claim] = await insertClaims(context.store, {})
    const found = [paid(claim?.solAddress ?? '', OWED), paid('nobody', 5n)]
    const { takeOvers } = context.store
    const results = await Promise.all([1, 2].map(() => takeOvers.record(TOKEN, found, ALL, NOW)))
    expect(results).toContainEqual({ payments: 2, baseUnits: OWED + 5n, claims: 1 })
    expect(results).toContainEqual({ payments: 0, baseUnits: 0n, claims: 0 })
    expect(await takeOvers.record(TOKEN, found, ALL, NOW)).toMatchObject({ payments: 0 })
    expect(await recordedOf(context)).toHaveLength(2)
  })

  test('records nothing that is journaled, and the rest of a transaction that a claim was marked sent with', async () => {
    const [marked, other] = await insertClaims(context.store, {}, {})
    if (!marked || !other) throw new Error('no claims')
    const { store } = context
    const run = await beginRun(store)
    await store.runs.addTransfers([
      sampleTransfer(other, { runId: run.id }),
      sampleTransfer(marked, { state: 'paid', paidTx: 'manual', recordedBy: 'mark_sent' }),
    ])
    await signNext(store, run, 1, { signature: 'journaled' })
    await store.runs.finish(run.id, 'failed', null, 1)

    const found = [
      paid(marked.solAddress, OWED, 'manual'),
      paid('beside', 3n, 'manual'),
      paid(other.solAddress, OWED, 'journaled'),
    ]
    expect(await store.takeOvers.record(TOKEN, found, ALL, NOW)).toEqual({
      payments: 1,
      baseUnits: 3n,
      claims: 0,
    })
  })

  test('leaves a payment that is under way alone', async () => {
    const [claim] = await insertClaims(context.store, {})
    if (!claim) throw new Error('no claim')
    await context.store.runs.addTransfers([sampleTransfer(claim, { state: 'hold' })])
    const found = [paid(claim.solAddress, OWED)]
    expect(await context.store.takeOvers.record(TOKEN, found, ALL, NOW)).toMatchObject({ claims: 0 })
    expect(await claimOf(context, claim)).toMatchObject({ status: 'queued', solTx: null })
  })

  test('settles rows of distributions, which belong to no claim', async () => {
    const { distributions, takeOvers } = context.store
    const entry = (rowNumber: number) => sampleEntry(rowNumber, { recipient: 'ann', baseUnits: 5n })
    await distributions.add(sampleDistribution(), [entry(1), entry(2)])
    expect(await takeOvers.record(TOKEN, [paid('ann', 10n)], ALL, NOW)).toMatchObject({ claims: 0 })
    expect(await distributions.transfers('DIST')).toMatchObject([
      { state: 'paid', paidTx: 'tx of ann', recordedBy: 'take_over' },
      { state: 'paid', paidTx: 'tx of ann' },
    ])
    expect(await recordedOf(context)).toHaveLength(2)
  })

  test('does nothing while a run on that cluster is unfinished', async () => {
    const run = await beginListed(context, { walletAddress: 'another wallet' })
    const { takeOvers, recordsBehind, runs } = context.store
    await recordsBehind.set({ ...WALLET_KEY, payments: 1, baseUnits: 5n, checkedAtMs: 1 })
    expect(await takeOvers.record(TOKEN, [paid('ann', 5n)], ALL, NOW)).toBe('run_in_progress')
    expect(await recordedOf(context)).toEqual([])
    expect(await recordsBehind.find(WALLET_KEY)).toMatchObject({ payments: 1 })
    await runs.finish(run.id, 'stopped', null, 1)
    expect(await takeOvers.record(TOKEN, [paid('ann', 5n)], ALL, NOW)).toMatchObject({ payments: 1 })
  })
})

describeEachStore('a payment that fitted no debt when it was taken over', (context) => {
  const takeOver = (baseUnits: bigint) =>
    context.store.takeOvers.record(TOKEN, [paid('So1anaLate', baseUnits)], ALL, NOW)

  test('settles a later claim of that address and amount, before a run would pay it', async () => {
    await takeOver(OWED)
    const [claim, other] = await insertClaims(context.store, { solAddress: 'So1anaLate' }, {})
    const run = await beginListed(context)
    await settleListed(context.store, run)
    expect(await claimOf(context, claim)).toMatchObject({ status: 'sent', solTx: 'tx of So1anaLate' })
    expect(await context.store.journal.nextTransfers(run.id, 9)).toMatchObject([{ claimId: other?.id }])
    expect(await recordedOf(context)).toEqual([
      {
        claimId: claim?.id,
        recipient: 'So1anaLate',
        baseUnits: OWED,
        paidTx: 'tx of So1anaLate',
      },
    ])
    const [action] = await context.store.operatorActions.decisions(1)
    expect(action).toMatchObject({ action: 'take_over', subject: claim?.id })
  })

  test('is spent then: a second claim of the same address and amount is paid', async () => {
    await takeOver(OWED)
    await insertClaims(context.store, { solAddress: 'So1anaLate' }, { solAddress: 'So1anaLate' })
    const run = await beginListed(context)
    await settleListed(context.store, run)
    expect(await context.store.journal.nextTransfers(run.id, 9)).toHaveLength(1)
  })

  test('withholds a smaller payment to that address, until the rest of the sum is claimed', async () => {
    await takeOver(2n * OWED)
    const [claim] = await insertClaims(context.store, { solAddress: 'So1anaLate' })
    const first = await beginListed(context)
    await settleListed(context.store, first)
    expect(await context.store.journal.nextTransfers(first.id, 9)).toEqual([])
    const withheld = await context.store.runs.latest()
    expect(withheld).toMatchObject({ transferCount: 1 })
    expect(await context.store.runs.outcome(first.id)).toMatchObject({ failed: 1 })
    expect(
      (await context.store.claimRecords.find({ id: claim?.id ?? '', snapshotId: 1 })).payment,
    ).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('tx of So1anaLate paid this wallet 3 tokens'),
    })
    await context.store.runs.finish(first.id, 'completed', null, 1)

    const [rest] = await insertClaims(context.store, { solAddress: 'So1anaLate' })
    const second = await beginListed(context)
    await settleListed(context.store, second)
    expect(await context.store.journal.nextTransfers(second.id, 9)).toEqual([])
    for (const each of [claim, rest]) {
      expect(await claimOf(context, each)).toMatchObject({ status: 'sent', solTx: 'tx of So1anaLate' })
    }
  })

  test('counts against no debt once it is acknowledged', async () => {
    await takeOver(OWED)
    const { takeOvers, acknowledgements, journal } = context.store
    expect(await takeOvers.isUnmatched(TOKEN, 'tx of So1anaLate')).toBe(true)
    await acknowledgements.record(
      { genesisHash: GENESIS, signature: 'tx of So1anaLate', note: 'a prize', atMs: 1 },
      actionOf('acknowledge', 'tx of So1anaLate'),
    )
    expect(await takeOvers.isUnmatched(TOKEN, 'tx of So1anaLate')).toBe(false)
    const [claim] = await insertClaims(context.store, { solAddress: 'So1anaLate' })
    const run = await beginListed(context)
    await settleListed(context.store, run)
    expect(await journal.nextTransfers(run.id, 9)).toMatchObject([{ claimId: claim?.id }])
  })

  test('settles the rows of a file that is uploaded again', async () => {
    await takeOver(5n)
    const { distributions, journal } = context.store
    await distributions.add(sampleDistribution(), [
      sampleEntry(1, { recipient: 'So1anaLate', baseUnits: 5n }),
    ])
    const run = await beginListed(context, { distributionId: 'DIST', sender: 'standalone' })
    await settleListed(context.store, run)
    expect(await journal.nextTransfers(run.id, 9)).toEqual([])
    expect(await distributions.transfers('DIST')).toMatchObject([{ state: 'paid' }])
  })
})
