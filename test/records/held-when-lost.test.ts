import { expect, test } from 'vitest'
import { createPaymentAuthorization } from '#app/payouts/payment-authorization.ts'
import type { Run } from '#domain/run.ts'
import { settleListed } from '#payout/fill-run.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { describeEachStore, type StoreContext } from '../harness/each-store.ts'
import {
  ALL_QUEUED,
  GENESIS,
  MINT,
  sampleAttempt,
  sampleClaim,
  sampleRun,
  WALLET,
} from '../harness/sample-rows.ts'

const OWED = 1_500_000_000n
const TOKEN = { genesisHash: GENESIS, walletAddress: WALLET, mintAddress: MINT, mintDecimals: 9 }

/** Seals and signatures are tested elsewhere. */
const TAKES_ANY_SEAL = { make: () => '', differences: () => null, fits: () => true }
const TAKES_ANY_SIGNATURE = { recover: async () => ({ problem: 'bad_signature' as const }) }

async function beginRun({ store }: StoreContext): Promise<Run> {
  const run = await store.runs.create(sampleRun(), ALL_QUEUED)
  if (!run) throw new Error('a run is under way')
  return run
}

/** Makes a claim listed by a run; its payment was made after the copy that the records were restored from. */
async function claimListed(context: StoreContext): Promise<{ claim: NewClaim; run: Run }> {
  const claim = sampleClaim({ signedBy: 'contract' })
  await context.store.claims.insertMany([claim])
  const run = await beginRun(context)
  await settleListed(context.store, run)
  return { claim, run }
}

const takeOver = ({ store }: StoreContext, { solAddress: recipient }: NewClaim) =>
  store.takeOvers.record(
    TOKEN,
    [{ signature: 'lost', recipient, baseUnits: OWED }],
    { claims: true, rows: true },
    7,
  )

describeEachStore('a payment that was lost with the records, to a claim', (context) => {
  test('that was on hold unsigned in the copy: it settles the claim in the next run', async () => {
    const { store } = context
    const { claim, run } = await claimListed(context)
    const transfers = await store.journal.nextTransfers(run.id, 9)
    for (const each of transfers) {
      await store.journal.holdUnverified(each, 'its seal was made with another key')
    }
    await store.runs.finish(run.id, 'completed', null, 1)
    await takeOver(context, claim)

    const next = await beginRun(context)
    await settleListed(store, next)
    expect(await store.journal.nextTransfers(next.id, 9)).toEqual([])
    expect(await store.claimDecisions.find(claim.id)).toMatchObject({ status: 'sent', solTx: 'lost' })
  })

  test('whose hold is settled as not paid in the middle of the next run: that run pays nothing', async () => {
    const { store } = context
    const { claim, run } = await claimListed(context)
    const fence = await store.leases.acquireFree(WALLET, 'test', 1, 1)
    const [transfer] = await store.journal.nextTransfers(run.id, 9)
    const [attempt] = await store.journal.write({ name: WALLET, fence: fence ?? 0 }, run.id, [
      { attempt: sampleAttempt(run.id, fence ?? 0), transfers: transfer ? [transfer] : [] },
    ])
    if (!attempt) throw new Error('nothing was journaled')
    await store.journal.hold(attempt.id, 'the node has forgotten', 1)
    await store.runs.finish(run.id, 'completed', null, 1)
    await takeOver(context, claim)

    const next = await beginRun(context)
    await settleListed(store, next)
    await store.journal.settleExpired(attempt, 'not paid', 2)
    const queued = await store.journal.nextTransfers(next.id, 9)
    expect(queued).toHaveLength(1)
    const { check } = createPaymentAuthorization({
      store,
      seals: TAKES_ANY_SEAL,
      signers: TAKES_ANY_SIGNATURE,
    })
    expect([
      ...(await check(queued, { mintAddress: MINT, mintDecimals: 9, genesisHash: GENESIS })).values(),
    ]).toEqual([expect.stringContaining('Transaction lost paid')])
  })
})
