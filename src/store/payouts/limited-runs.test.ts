import { expect, test } from 'vitest'
import type { AmountUA } from '#domain/amounts.ts'
import { denialWords } from '#domain/denied-address.ts'
import type { Run } from '#domain/run.ts'
import type { Transfer } from '#domain/transfer.ts'
import { claimScope } from '#payout/fill-run.ts'
import type { NewRun } from '#store/database/schema.ts'
import { openStore } from '#store/store.ts'
import { describeEachStore, type StoreContext } from '../../../test/harness/each-store.ts'
import {
  ALL_QUEUED,
  FREE_UNTIL_SIGNED,
  MINT,
  type Plain,
  sampleAttempt,
  sampleClaim,
  signAnew,
  WALLET,
} from '../../../test/harness/sample-rows.ts'
import {
  actionOf,
  beginRun,
  insertClaims,
  leaseWallet,
  listPayments,
  signPayments,
} from '../../../test/harness/store-bed.ts'
import { JournalConflictError } from './journal.ts'

describeEachStore('The list of a limited run', (context) => {
  test('takes the first claims, and the next one those after them', async () => {
    const [first, second, third] = await addClaims(context, ['1', '2', '3', '4'])
    const run = await begin(context, { maxPayments: 2 })
    expect(run.transferCount).toBe(2)
    expect(await listed(context, run)).toEqual([first, second])
    await pay(context, run, first)
    await end(context, run)
    const next = await begin(context, { maxPayments: 2 })
    expect(await listed(context, next)).toEqual([second, third])
  })

  test('ends before the claim that goes beyond the amount, to the base unit', async () => {
    const [first, second] = await addClaims(context, ['1', '2', '3'])
    const short = await begin(context, { maxBaseUnits: 2_999_999_999n })
    expect(await listed(context, short)).toEqual([first])
    await end(context, short)
    const exact = await begin(context, { maxBaseUnits: 3_000_000_000n })
    expect(await listed(context, exact)).toEqual([first, second])
  })

  test('takes none but the selected claims, and those also where their payment failed', async () => {
    const [first, second, third] = await addClaims(context, ['1', '2', '3', '4'])
    const run = await begin(context, {})
    await fail(context, run, second)
    await end(context, run)
    const selected = await begin(context, { selectedCount: 2 }, [second, third])
    expect(await listed(context, selected)).toEqual([second, third])
    await end(context, selected)
    const limited = await begin(context, { maxPayments: 2 })
    expect(await listed(context, limited)).toEqual([first, second])
  })

  test('leaves claims out whose payment failed, unless they were selected', async () => {
    const [first, second, third] = await addClaims(context, ['1', '2', '3'])
    const run = await begin(context, {})
    await fail(context, run, first)
    await end(context, run)
    const limited = await begin(context, { maxPayments: 2 })
    expect(await listed(context, limited)).toEqual([second, third])
  })

  test('takes a claim whose rejection was undone, or that was signed anew, also where its payment had failed', async () => {
    const { claimCorrections, claimDecisions, figures } = context.store
    const amounts = ['1', '2', '3', '4', '5'].map((amountUA) => ({ amountUA }))
    const [undone, anew, rejectedUnsent, stillFailed, untried] = await insertClaims(context.store, ...amounts)
    if (!(undone && anew && rejectedUnsent && stillFailed && untried)) throw new Error('Five were made')
    const run = await begin(context, { maxPayments: 4 })
    for (const { id } of [undone, anew, stillFailed]) await fail(context, run, id)
    for (const { id } of [undone, anew, rejectedUnsent]) {
      expect(await claimDecisions.reject(id, 'no', actionOf('reject', id))).toBe('done')
    }
    for (const { id } of [undone, rejectedUnsent]) {
      expect(await claimDecisions.undoReject(id, null, actionOf('undo_reject', id))).toBe('done')
    }
    expect(await context.store.runs.transferCounts(run.id)).toMatchObject({ queued: 0, failed: 4 })
    await end(context, run)
    expect(await claimCorrections.correct(signAnew(anew), 3, FREE_UNTIL_SIGNED)).toBe('done')
    // A correction alone is no decision to try again.
    expect(await claimCorrections.correct(signAnew(stillFailed), 3, FREE_UNTIL_SIGNED)).toBe('done')
    expect(await figures.unpayableClaims()).toEqual({ failed: 1, held: 0 })

    const limited = await begin(context, { maxPayments: 4 })
    expect(await listed(context, limited)).toEqual([undone.id, anew.id, rejectedUnsent.id, untried.id])
    expect(await context.store.runs.transferCounts(limited.id)).toMatchObject({ queued: 4, failed: 0 })
    // What failed in the run before stays told by that run.
    expect((await context.store.runPayments.page(run.id, { limit: 1 }))[0]).toMatchObject({
      outcome: 'failed',
      reason: 'frozen',
    })

    // One that fails once more has to be selected, as others.
    await fail(context, limited, undone.id)
    await end(context, limited)
    const next = await begin(context, { maxPayments: 4 })
    expect(await listed(context, next)).toEqual([anew.id, rejectedUnsent.id, untried.id])
  })

  test('takes what was held for a denied address once that is off the list, and nothing else that is on hold', async () => {
    const { claims, denyList, journal: records } = context.store
    const [byHolder, untried] = [sampleClaim(), sampleClaim()]
    const [byWallet, changed, signed] = [1, 2, 3].map(() => sampleClaim({ solAddress: byHolder.solAddress }))
    if (!byWallet || !changed || !signed) throw new Error('Three were made')
    await claims.insertMany([byHolder, changed, byWallet, untried, signed])
    const run = await beginRun(context.store, { maxPayments: 5 })
    const denied = [byHolder.evmAddress, byHolder.solAddress].map((address) => ({
      address,
      source: 'a list',
      note: null,
      addedAtMs: 1,
    }))
    const [holderWords = '', walletWords = ''] = denied.map(denialWords)
    await listPayments(context.store, run, [byHolder, changed, byWallet, untried])
    // Its words stayed from a hold before: the transaction that was signed since decides.
    await listPayments(context.store, run, [signed], { failure: walletWords })
    for (const [{ id }, reason] of [
      [byHolder, holderWords],
      [changed, 'It was changed'],
      [byWallet, walletWords],
    ] as const) {
      await records.holdUnverified(await transferOf(context, run, id), reason)
    }
    const undecided = await journal(context, run, signed.id)
    await records.hold(undecided.id, 'nobody knows', 1)
    await end(context, run)

    const action = actionOf('allow_addresses')
    await denyList.add(denied, action)
    expect(await listedByNext(context)).toEqual([untried.id])
    await denyList.remove(byHolder.evmAddress, action)
    expect(await listedByNext(context)).toEqual([byHolder.id, untried.id])
    await denyList.remove(byHolder.solAddress, action)
    expect(await listedByNext(context)).toEqual([byHolder.id, byWallet.id, untried.id])
  })

  test('does not take over what an earlier run has under way', async () => {
    const [first, second] = await addClaims(context, ['1', '2', '3'])
    const run = await begin(context, { maxPayments: 1 })
    await journal(context, run, first)
    await end(context, run)
    const limited = await begin(context, { maxPayments: 1 })
    expect(await listed(context, limited)).toEqual([second])
    await end(context, limited)
    const unlimited = await begin(context, {})
    expect(await context.store.runs.transferCounts(unlimited.id)).toMatchObject({ queued: 2, in_flight: 1 })
  })
})

async function addClaims({ store }: StoreContext, tokens: readonly string[]): Promise<string[]> {
  return (await insertClaims(store, ...tokens.map((amountUA) => ({ amountUA })))).map(({ id }) => id)
}

function begin(
  { store }: StoreContext,
  limits: Partial<Plain<NewRun>>,
  claimIds: readonly (string | undefined)[] = [],
): Promise<Run> {
  const selected = claimIds.length === 0 ? null : claimIds.map(String)
  return beginRun(store, limits, claimScope({ claimIds: selected }))
}

const end = ({ store }: StoreContext, { id }: Run) => store.runs.finish(id, 'stopped', null, 1)

/** Lists the claims of a run's payments, whatever their state. */
async function listed({ store }: StoreContext, run: Run): Promise<(string | null)[]> {
  const payments = await store.runPayments.page(run.id, { limit: 100 })
  return payments.map(({ claimId }) => claimId)
}

/** Lists what a limited run would take now, and ends it before it sends anything. */
async function listedByNext(context: StoreContext): Promise<(string | null)[]> {
  const run = await begin(context, { maxPayments: 9 })
  await end(context, run)
  return listed(context, run)
}

async function transferOf({ store }: StoreContext, run: Run, claimId: string | undefined): Promise<Transfer> {
  const transfers = await store.journal.nextTransfers(run.id, 100)
  const transfer = transfers.find((each) => each.claimId === claimId)
  if (!transfer) throw new Error('not on the list')
  return transfer
}

const journal = async (context: StoreContext, run: Run, claimId: string | undefined) =>
  signPayments(context.store, run, [await transferOf(context, run, claimId)])

async function pay(context: StoreContext, run: Run, claimId: string | undefined): Promise<void> {
  await context.store.journal.settlePaid([{ attempt: await journal(context, run, claimId), slot: 1 }], 1)
}

async function fail(context: StoreContext, run: Run, claimId: string | undefined): Promise<void> {
  await context.store.journal.failUnsent(await transferOf(context, run, claimId), 'frozen', 1)
}

const DAY_MS = 86_400_000
/** Noon of some day. */
const NOON_MS = 20_000 * DAY_MS + DAY_MS / 2

describeEachStore('what is signed at most', (context) => {
  /** A run of payments of 1.5 tokens, of a store with a cap of so many. */
  async function started(
    claims: number,
    caps: { perDay?: string; perRun?: string },
    mintAddress: string = MINT,
  ) {
    const of = (cap: string | undefined) => new Map(cap === undefined ? [] : [[MINT, cap as AmountUA]])
    const store = await openStore(context.location, {
      caps: { perDay: of(caps.perDay), perRun: of(caps.perRun) },
    })
    await insertClaims(store, ...Array.from({ length: claims }, () => ({})))
    const run = await beginRun(store, { mintAddress }, ALL_QUEUED)
    const transfers = await store.journal.nextTransfers(run.id, 100)
    const sign = async (index: number, journaledAtMs = NOON_MS) => {
      const payment = transfers[index]
      if (!payment) throw new Error('no such payment')
      return signPayments(store, run, [payment], { journaledAtMs, baseUnits: payment.baseUnits })
    }
    const next = async (nowMs = NOON_MS) => {
      const { taken, reached } = await store.journal.withinCaps(run, transfers, nowMs)
      return [taken.length, reached?.of ?? null]
    }
    return { run, sign, next, ...store, [Symbol.asyncDispose]: () => store.close() }
  }

  test('a day has its cap, counted anew at midnight in UTC', async () => {
    await using portal = await started(4, { perDay: '3' })
    expect(await portal.next()).toEqual([2, 'day'])
    await portal.sign(0)
    await portal.sign(1)
    await expect(portal.sign(2)).rejects.toThrow(JournalConflictError)
    expect(await portal.next()).toEqual([0, 'day'])
    const midnightMs = NOON_MS + DAY_MS / 2
    expect(await portal.next(midnightMs - 1)).toEqual([0, 'day'])
    await portal.sign(2, midnightMs)
    expect(await portal.next(midnightMs)).toEqual([1, 'day'])
  })

  test('a batch is judged as a whole', async () => {
    await using portal = await started(3, { perDay: '3' })
    const transfers = await portal.journal.nextTransfers(portal.run.id, 100)
    const lease = { name: WALLET, fence: await leaseWallet(portal) }
    const planned = transfers.map((payment) => ({
      attempt: sampleAttempt(portal.run.id, lease.fence, {
        journaledAtMs: NOON_MS,
        baseUnits: payment.baseUnits,
      }),
      transfers: [payment],
    }))
    await expect(portal.journal.write(lease, portal.run.id, planned)).rejects.toThrow(
      /MAX_PAID_PER_DAY is 3 tokens/,
    )
    expect(await portal.journal.isAnyInFlight(portal.run.genesisHash)).toBe(false)
    expect(await portal.journal.write(lease, portal.run.id, planned.slice(0, 2))).toHaveLength(2)
  })

  test('what is proved not to have left the wallet does not count', async () => {
    await using portal = await started(2, { perDay: '1.5' })
    const first = await portal.sign(0)
    await expect(portal.sign(1)).rejects.toThrow(JournalConflictError)
    await portal.journal.settleExpired(first, 'it can not land any more', NOON_MS)
    await portal.sign(1)
  })

  test('a run has its own', async () => {
    await using portal = await started(3, { perRun: '2.9', perDay: '100' })
    await portal.sign(0)
    expect(await portal.next()).toEqual([0, 'run'])
    await expect(portal.sign(1, NOON_MS + 2 * DAY_MS)).rejects.toThrow(
      /MAX_PAID_PER_RUN is 2.9 tokens: 1.5 are signed/,
    )
  })

  test('a clock that is set back counts what was signed after it, too', async () => {
    await using portal = await started(3, { perDay: '3' })
    await portal.sign(0, NOON_MS + DAY_MS)
    await portal.sign(1)
    await expect(portal.sign(2)).rejects.toThrow(JournalConflictError)
    expect(await portal.next()).toEqual([0, 'day'])
  })

  test('a marker pays nobody', async () => {
    await using portal = await started(1, { perDay: '0' })
    await signPayments(portal, portal.run, [], { journaledAtMs: NOON_MS, kind: 'marker' })
    await expect(portal.sign(0)).rejects.toThrow(/above it on any day: raise it/)
  })

  test('another token has no cap of this one', async () => {
    await using portal = await started(1, { perDay: '0', perRun: '0' }, 'another mint')
    await portal.sign(0)
  })
})
