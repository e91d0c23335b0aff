import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { memoOf } from '#payout/send/memo.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import type { NewAttempt, NewClaim } from '#store/database/schema.ts'
import { addClaims as addSealedClaims } from '../harness/add-claims.ts'
import { bindPayment } from '../harness/bind-payment.ts'
import { type FaultyRpcProxy, startFaultyRpcProxy } from '../harness/faulty-rpc-proxy.ts'
import { landed } from '../harness/finalized.ts'
import { payManually, sendManually } from '../harness/pay-manually.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import type { Plain } from '../harness/plain.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { unknownSignature } from '../harness/unknown-signature.ts'

const OWED = 1_500_000_000n

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

const settle = async (body: object) => {
  const response = await portal.call(endpoints.bulkSender.settleHold, { body })
  return { status: response.statusCode, ...response.json() }
}
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
