import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { createPaymentAuthorization } from '#app/payouts/payment-authorization.ts'
import type { Run } from '#domain/run.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { settleListed } from '#payout/fill-run.ts'
import { memoOf } from '#payout/send/memo.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import type { NewAttempt, NewClaim } from '#store/database/schema.ts'
import { bindPayment } from '../harness/bind-payment.ts'
import { answerOf } from '../harness/call-endpoint.ts'
import { describeEachStore, type StoreContext } from '../harness/each-store.ts'
import { type FaultyRpcProxy, startFaultyRpcProxy } from '../harness/node-proxies.ts'
import { type PayingPortal, payManually, sendManually, startPayingPortal } from '../harness/paying-portal.ts'
import {
  ALL_QUEUED,
  addClaims as addSealedClaims,
  beginRun,
  GENESIS,
  journalNext,
  MINT,
  type Plain,
  sampleClaim,
  unknownSignature,
  WALLET,
} from '../harness/sample-rows.ts'
import { landed } from '../harness/test-wallet.ts'

const OWED = 1_500_000_000n

describe('hold proof', () => {
  let portal: PayingPortal
  let node: FaultyRpcProxy
  afterEach(async () => {
    await portal.close()
    await node.close()
  })

  async function start(options: Parameters<typeof startPayingPortal>[0] = {}) {
    portal = await startPayingPortal(options)
    node = await startFaultyRpcProxy(portal.localnet.url)
    await portal.configure('bulk', { rpcUrl: node.url })
  }

  const sendingWallet = () => ({
    rpcUrl: portal.localnet.url,
    mint: portal.mint,
    walletKeyJson: portal.walletKeyJson,
  })

  /** Holds the payment of a new claim in the very transaction that pays it. */
  async function hold(pay: typeof payManually) {
    const claim = sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now() })
    await addSealedClaims(portal.ferry.app, [claim])
    const tx = await pay(sendingWallet(), claim.solAddress, OWED)
    const { id: attemptId } = await bindPayment(portal.ferry.app, claim, {
      signature: tx,
      missing: 'the node did not tell',
    })
    return { claim, attemptId, tx }
  }

  const settle = async (body: object) =>
    answerOf(await portal.call(endpoints.bulkSender.settleHold, { body }))
  const stateOf = async ({ id }: NewClaim) => {
    const claim = await portal.ferry.app.store.claims.find(id)
    return [claim?.status, claim?.attemptState]
  }

  test('a transaction that landed and is not final proves nothing, neither way', async () => {
    // No test waits that long: a fork could still undo it.
    await start({ finalizedAfterSlots: 1_000_000 })
    const { claim, attemptId, tx } = await hold(sendManually)
    await landed(portal.localnet.url, tx, 'confirmed')
    expect(await settle({ attemptId, as: 'paid', tx })).toMatchObject({
      status: 409,
      code: 'transaction_unproved',
    })
    expect(await settle({ attemptId, as: 'expired', confirm: 'not paid' })).toMatchObject({ status: 409 })
    expect(await stateOf(claim)).toEqual(['queued', 'hold'])
  })

  test('an answer of another cluster proves nothing; the same node’s, once it is back on its own, does', async () => {
    await start()
    const { claim, attemptId, tx } = await hold(payManually)
    node.fault = 'mainnet'
    expect(await settle({ attemptId, as: 'paid', tx })).toMatchObject({
      status: 409,
      code: 'transaction_unproved',
    })
    expect(await stateOf(claim)).toEqual(['queued', 'hold'])
    node.fault = 'well'
    expect(await settle({ attemptId, as: 'paid', tx })).toMatchObject({ status: 200 })
    expect(await stateOf(claim)).toEqual(['sent', null])
  })

  describe('as not paid, against what a node shows', () => {
    async function holdUnseen(change: Partial<Plain<NewAttempt>> = {}) {
      const claim = sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now() })
      await addSealedClaims(portal.ferry.app, [claim])
      const unseen = { signature: unknownSignature(), missing: 'the node did not tell' }
      const { id } = await bindPayment(portal.ferry.app, claim, { ...unseen, ...change })
      return { claim, attemptId: id }
    }
    const conflict = (reason: RegExp) => ({
      status: 409,
      code: 'hold_may_have_paid',
      error: expect.stringMatching(reason),
    })

    test('not a transaction that can still land', async () => {
      await start()
      const { claim, attemptId } = await holdUnseen({ lastValidBlockHeight: 1_000_000_000 })
      expect(await settle({ attemptId, as: 'expired', confirm: 'not paid' })).toMatchObject(
        conflict(/has not finalized the block after which it can not land/),
      )
      expect(await stateOf(claim)).toEqual(['queued', 'hold'])
    })

    test('not one that the history shows under its memo; as paid, by the transaction that is there', async () => {
      await start()
      const { claim, attemptId } = await holdUnseen()
      const tx = await payManually(sendingWallet(), claim.solAddress, OWED, memoOf(attemptId))
      expect(await settle({ attemptId, as: 'expired', confirm: 'not paid' })).toMatchObject(
        conflict(/shows it in the source account's history/),
      )
      expect(await stateOf(claim)).toEqual(['queued', 'hold'])
      expect(await settle({ attemptId, as: 'paid', tx })).toMatchObject({ status: 200 })
      expect(await stateOf(claim)).toEqual(['sent', null])
    })

    test('not where no sender of its cluster is configured', async () => {
      await start()
      const { claim, attemptId } = await holdUnseen({ genesisHash: MAINNET_GENESIS_HASH })
      expect(await settle({ attemptId, as: 'expired', confirm: 'not paid' })).toMatchObject(
        conflict(/no sender is configured for its cluster/),
      )
      expect(await stateOf(claim)).toEqual(['queued', 'hold'])
    })
  })
})

const TOKEN = { genesisHash: GENESIS, walletAddress: WALLET, mintAddress: MINT, mintDecimals: 9 }

/** Seals and signatures are tested elsewhere. */
const TAKES_ANY_SEAL = { make: () => '', differences: () => null, fits: () => true }
const TAKES_ANY_SIGNATURE = { recover: async () => ({ problem: 'bad_signature' as const }) }

/** Makes a claim listed by a run; its payment was made after the copy that the records were restored from. */
async function claimListed(context: StoreContext): Promise<{ claim: NewClaim; run: Run }> {
  const claim = sampleClaim({ signedBy: 'contract' })
  await context.store.claims.insertMany([claim])
  const run = await beginRun(context, {}, ALL_QUEUED)
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

    const next = await beginRun(context, {}, ALL_QUEUED)
    await settleListed(store, next)
    expect(await store.journal.nextTransfers(next.id, 9)).toEqual([])
    expect(await store.claimDecisions.find(claim.id)).toMatchObject({ status: 'sent', solTx: 'lost' })
  })

  test('whose hold is settled as not paid in the middle of the next run: that run pays nothing', async () => {
    const { store } = context
    const { claim, run } = await claimListed(context)
    const { attempt } = await journalNext(context, run)
    await store.journal.hold(attempt.id, 'the node has forgotten', 1)
    await store.runs.finish(run.id, 'completed', null, 1)
    await takeOver(context, claim)

    const next = await beginRun(context, {}, ALL_QUEUED)
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
