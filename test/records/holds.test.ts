import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { answerOf, callEndpoint } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { holdPayment, payManually, startPayingPortal } from '../harness/paying-portal.ts'
import { beginRun, sampleClaim, sampleTransfer, unknownSignature } from '../harness/sample-rows.ts'
import { finalized, memoInstruction, openTestWallet } from '../harness/test-wallet.ts'

/** The claim whose payment was put on hold last. */
let claim: NewClaim

const portal = forAllTests(startPayingPortal)
beforeAll(() => portal.configure('bulk'))
/** Lands a finalized transaction that is no payment of Ferry's. */
async function landed(): Promise<string> {
  const wallet = await openTestWallet(portal.localnet)
  const signature = await wallet.send([memoInstruction('hello')])
  return finalized(portal.localnet.url, signature)
}

/** Puts the payment of a new claim on hold, and returns the attempt's id. */
async function hold(signature: string): Promise<string> {
  const held = await holdPayment(portal.ferry.app, signature)
  claim = held.claim
  return held.attemptId
}

const OWED = 1_500_000_000n
const wallet = () => ({
  rpcUrl: portal.localnet.url,
  mint: portal.mint,
  walletKeyJson: portal.walletKeyJson,
})

const holds = async () => (await portal.call(endpoints.bulkSender.holds)).json().holds
const settle = async (body: object) => answerOf(await portal.call(endpoints.bulkSender.settleHold, { body }))
const listed = async () => (await portal.ferry.app.store.claims.list({ limit: 1 }))[0]
const lastAction = async () => (await portal.ferry.app.store.operatorActions.decisions(1))[0]

test('shows its details', async () => {
  const signature = unknownSignature()
  const attemptId = await hold(signature)
  expect(await holds()).toEqual([
    {
      cause: 'evidence',
      attemptId,
      signature,
      cluster: 'other',
      walletAddress: portal.wallet.address,
      since: 1_700_000_000,
      transfers: [
        {
          recipient: claim.solAddress,
          amountUA: '1.5',
          claimId: claim.id,
          distributionId: null,
          rowNumber: null,
        },
      ],
      known: 'the node no longer has the blocks',
      lastValidBlockHeight: 1,
      slot: 1,
    },
  ])
  await settle({ attemptId, as: 'expired', confirm: 'not paid' })
})

describe('a payment that no run would sign', () => {
  const REASON = 'The signature of this claim does not fit its recipient any more'

  /** Makes a claim whose payment a run put on hold before it signed anything. */
  async function holdUnsigned(): Promise<NewClaim> {
    const { store } = portal.ferry.app
    const { wallet: sender, mint, rpc } = portal
    const terms = { mintAddress: mint, genesisHash: await rpc.genesisHash() }
    const refused = sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now() })
    await store.claims.insertMany([refused])
    const run = await beginRun({ store }, { walletAddress: sender.address, ...terms })
    await store.runs.addTransfers([
      sampleTransfer(refused, { runId: run.id, state: 'hold', failure: REASON, ...terms }),
    ])
    await store.runs.finish(run.id, 'completed', null, Date.now())
    return refused
  }

  const held = async () => (await holds()).filter(({ attemptId }: { attemptId: null }) => attemptId === null)

  test('is listed after the transactions, with its reason and without a way to settle it', async () => {
    const signature = unknownSignature()
    const attemptId = await hold(signature)
    const refused = await holdUnsigned()
    const [signed, unsigned, ...more] = await holds()
    expect(signed).toMatchObject({ attemptId, signature })
    expect(more).toEqual([])
    expect(unsigned).toEqual({
      cause: 'changed',
      attemptId: null,
      signature: null,
      cluster: 'other',
      walletAddress: portal.wallet.address,
      since: null,
      transfers: [
        {
          recipient: refused.solAddress,
          amountUA: '1.5',
          claimId: refused.id,
          distributionId: null,
          rowNumber: null,
        },
      ],
      // As it is found now, not as a run found it then.
      known: expect.stringMatching(/has no seal/),
      lastValidBlockHeight: null,
      slot: null,
    })
    await settle({ attemptId, as: 'expired', confirm: 'not paid' })
  })

  test.each([
    ['reject', 'rejected'],
    ['markSent', 'sent'],
  ] as const)('is decided by %s', async (decision, status) => {
    const { id } = await holdUnsigned()
    const newest = async () => (await portal.call(endpoints.bulkSender.runs)).json().runs[0]
    expect(await newest()).toMatchObject({ held: 1, message: 'Nothing was paid: 1 payment is on hold.' })
    const body = { id, reason: 'Altered', tx: unknownSignature(), force: true }
    const response = await portal.call(endpoints.admin[decision], { body })
    expect(response.statusCode, response.body).toBe(200)
    expect(await portal.ferry.app.store.claimDecisions.find(id)).toMatchObject({ status })
    const stillHeld: { transfers: { claimId: string }[] }[] = await held()
    expect(stillHeld.flatMap(({ transfers }) => transfers.map(({ claimId }) => claimId))).not.toContain(id)
    // As of now, not as of its end. What an operator withdrew did not fail.
    expect(await newest()).toMatchObject(
      status === 'sent'
        ? { failed: 0, message: 'Nothing was paid.' }
        : { failed: 0, rejected: 1, message: 'Nothing was paid: 1 claim was rejected meanwhile.' },
    )
    const { failed, rejected } = (await portal.call(endpoints.bulkSender.status)).json().progress
    expect({ failed, rejected }).toEqual({ failed: 0, rejected: status === 'sent' ? 0 : 1 })
  })

  test('is owed no more once its claim is gone', async () => {
    await holdUnsigned()
    expect(await held()).not.toEqual([])
    expect((await portal.call(endpoints.admin.resetClaims)).statusCode).toBe(200)
    expect(await held()).toEqual([])
  })
})

describe('as paid', () => {
  test('with the transaction that paid, whatever its signature', async () => {
    const attemptId = await hold(unknownSignature())
    expect(await settle({ attemptId, as: 'paid', tx: await landed() })).toMatchObject({
      status: 409,
      code: 'transaction_unproved',
      error: expect.stringMatching(/did not move what is owed/),
    })
    expect(await settle({ attemptId, as: 'paid' })).toMatchObject({
      status: 400,
      code: 'invalid_transaction',
    })
    expect(await settle({ attemptId, as: 'paid', tx: `0x${'ab'.repeat(32)}` })).toMatchObject({
      status: 400,
      code: 'evm_transaction_hash',
    })
    const tx = await payManually(wallet(), claim.solAddress, OWED)
    expect(await settle({ attemptId, as: 'paid', tx })).toEqual({ status: 200, ok: true })
    expect(await listed()).toMatchObject({ status: 'sent', solTx: tx })
    expect(await holds()).toEqual([])
    expect(await lastAction()).toMatchObject({ action: 'settle_hold_paid', subject: attemptId })
    expect(await settle({ attemptId, as: 'paid', tx })).toMatchObject({ status: 409, code: 'not_on_hold' })
  })

  test('not with a transaction that settles another payment', async () => {
    const first = await hold(unknownSignature())
    const tx = await payManually(wallet(), claim.solAddress, OWED)
    await settle({ attemptId: first, as: 'paid', tx })
    const second = await hold(unknownSignature())
    expect(await settle({ attemptId: second, as: 'paid', tx })).toMatchObject({
      code: 'transaction_unproved',
      error: expect.stringMatching(/settles another payment/),
    })
    await settle({ attemptId: second, as: 'expired', confirm: 'not paid' })
  })

  test('with one that the cluster does not know, only by force, which is recorded', async () => {
    const signature = unknownSignature()
    const attemptId = await hold(signature)
    expect(await settle({ attemptId, as: 'paid', tx: signature })).toMatchObject({
      status: 409,
      code: 'transaction_unproved',
      error: expect.stringMatching(/knows no such finalized transaction/),
    })
    expect(await listed()).toMatchObject({ status: 'queued', attemptState: 'hold' })
    expect(await settle({ attemptId, as: 'paid', tx: signature, force: true })).toMatchObject({ status: 200 })
    expect(await listed()).toMatchObject({ status: 'sent', solTx: signature })
    expect((await lastAction())?.detail).toMatch(
      /forced although the cluster knows no such finalized transaction/,
    )
  })
})

describe('as not paid', () => {
  test.each([undefined, '', 'yes', 'Not paid'])('not without the words: %o', async (confirm) => {
    const attemptId = await hold(unknownSignature())
    expect(await settle({ attemptId, as: 'expired', confirm, force: true })).toMatchObject({
      status: 400,
      code: 'hold_unconfirmed',
    })
    await settle({ attemptId, as: 'expired', confirm: 'not paid' })
  })

  test('with the words: it is owed again, and paid by the next run', async () => {
    const attemptId = await hold(unknownSignature())
    expect(await settle({ attemptId, as: 'expired', confirm: 'not paid' })).toEqual({ status: 200, ok: true })
    expect(await listed()).toMatchObject({ status: 'queued', attemptState: null })
    expect((await lastAction())?.detail).toMatch(/"not paid" was typed; .*the node no longer has the blocks/)
    expect((await portal.call(endpoints.bulkSender.start)).statusCode).toBe(200)
    await expect.poll(listed).toMatchObject({ status: 'sent' })
    expect(await portal.balanceOf(claim.solAddress)).toBe(1_500_000_000n)
    await portal.untilEnded()
  })

  test('not a transaction that landed according to the cluster', async () => {
    const signature = await landed()
    const attemptId = await hold(signature)
    expect(await settle({ attemptId, as: 'expired', confirm: 'not paid' })).toMatchObject({
      status: 409,
      code: 'transaction_landed',
    })
    await settle({ attemptId, as: 'paid', tx: signature, force: true })
  })
})

test('an attempt that is not on hold can not be settled, nor any without a session', async () => {
  expect(await settle({ attemptId: 'none', as: 'expired', confirm: 'not paid' })).toMatchObject({
    status: 409,
    code: 'not_on_hold',
  })
  const { server } = portal.ferry
  expect((await callEndpoint(server, endpoints.bulkSender.holds)).statusCode).toBe(401)
  expect((await callEndpoint(server, endpoints.bulkSender.settleHold)).statusCode).toBe(401)
})
