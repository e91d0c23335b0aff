import { expect, test } from 'vitest'
import { denialWords } from '#domain/denied-address.ts'
import type { Run } from '#domain/run.ts'
import type { Transfer } from '#domain/transfer.ts'
import { claimScope } from '#payout/fill-run.ts'
import type { NewRun } from '#store/database/schema.ts'
import { describeEachStore, type StoreContext } from '../../../test/harness/each-store.ts'
import type { Plain } from '../../../test/harness/plain.ts'
import {
  FREE_UNTIL_SIGNED,
  sampleAttempt,
  sampleClaim,
  sampleRun,
  sampleTransfer,
  signAnew,
  WALLET,
} from '../../../test/harness/sample-rows.ts'

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
    const claims = ['1', '2', '3', '4', '5'].map((amountUA) => sampleClaim({ amountUA }))
    await context.store.claims.insertMany(claims)
    const [undone, anew, rejectedUnsent, stillFailed, untried] = claims
    if (!(undone && anew && rejectedUnsent && stillFailed && untried)) throw new Error('Five were made')
    const run = await begin(context, { maxPayments: 4 })
    for (const { id } of [undone, anew, stillFailed]) await fail(context, run, id)
    for (const { id } of [undone, anew, rejectedUnsent]) {
      expect(await claimDecisions.reject(id, 'no', actionOn(id, 'reject'))).toBe('done')
    }
    for (const { id } of [undone, rejectedUnsent]) {
      expect(await claimDecisions.undoReject(id, null, actionOn(id, 'undo_reject'))).toBe('done')
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
    const run = await context.store.runs.create(sampleRun({ maxPayments: 5 }))
    if (!run) throw new Error('A run is under way')
    const denied = [byHolder.evmAddress, byHolder.solAddress].map((address) => ({
      address,
      source: 'a list',
      note: null,
      addedAtMs: 1,
    }))
    const [holderWords = '', walletWords = ''] = denied.map(denialWords)
    const listedNow = [byHolder, changed, byWallet, untried].map((each) =>
      sampleTransfer(each, { runId: run.id }),
    )
    // Its words stayed from a hold before: the transaction that was signed since decides.
    const left = sampleTransfer(signed, { runId: run.id, failure: walletWords })
    await context.store.runs.addTransfers([...listedNow, left])
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

    const action = { atMs: 1, action: 'allow_addresses', subject: '', detail: '' } as const
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
  const claims = tokens.map((amountUA) => sampleClaim({ amountUA }))
  await store.claims.insertMany(claims)
  return claims.map(({ id }) => id)
}

async function begin(
  { store }: StoreContext,
  limits: Partial<Plain<NewRun>>,
  claimIds: readonly (string | undefined)[] = [],
): Promise<Run> {
  const selected = claimIds.length === 0 ? null : claimIds.map(String)
  const run = await store.runs.create(sampleRun(limits), claimScope({ claimIds: selected }))
  if (!run) throw new Error('A run is under way')
  return run
}

const actionOn = (subject: string, action: 'reject' | 'undo_reject') => ({
  atMs: 2,
  action,
  subject,
  detail: '',
})

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

async function journal(context: StoreContext, run: Run, claimId: string | undefined) {
  const { store } = context
  const transfers = [await transferOf(context, run, claimId)]
  const lease = await store.leases.find(WALLET)
  const fence = lease?.fence ?? (await store.leases.acquireFree(WALLET, 'test', 0, 60_000)) ?? 0
  const attempt = sampleAttempt(run.id, fence)
  const [journaled] = await store.journal.write({ name: WALLET, fence }, run.id, [{ attempt, transfers }])
  if (!journaled) throw new Error('not journaled')
  return journaled
}

async function pay(context: StoreContext, run: Run, claimId: string | undefined): Promise<void> {
  await context.store.journal.settlePaid([{ attempt: await journal(context, run, claimId), slot: 1 }], 1)
}

async function fail(context: StoreContext, run: Run, claimId: string | undefined): Promise<void> {
  await context.store.journal.failUnsent(await transferOf(context, run, claimId), 'frozen', 1)
}
