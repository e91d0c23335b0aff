import type { Instruction } from '@solana/kit'
import { getTransferCheckedInstruction } from '@solana-program/token'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AmountUA } from '#domain/amounts.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { bindPayment } from '../harness/bind-payment.ts'
import { answerOf } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { payManually, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim, sampleRun } from '../harness/sample-rows.ts'
import { answerAs } from '../harness/test-node.ts'
import { finalized, memoInstruction, openTestWallet, type TestWallet } from '../harness/test-wallet.ts'

const OWED = 1_500_000_000n
const EVM_HASH = '5c'.repeat(32)
const UNKNOWN_TX = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

let wallet: TestWallet
let claim: NewClaim

const portal = forAllTests(startPayingPortal)
beforeAll(async () => {
  await portal.configure('bulk')
  wallet = await openTestWallet(portal.localnet, 0n, portal.wallet)
})
beforeEach(async () => {
  await portal.call(endpoints.admin.resetClaims)
  claim = sampleClaim({ solAddress: freshSolanaAddress() })
  await addClaims(portal.ferry.app, [claim])
})

const pay = (to: string, baseUnits: bigint) => payManually(portal, to, baseUnits)

const sendAlone = async (instruction: Instruction, options?: { skipPreflight: true }) =>
  finalized(portal.localnet.url, await wallet.send([instruction], options))

const post = async (action: 'markSent' | 'reject' | 'resetClaims', body: object) =>
  answerOf(await portal.call(endpoints.admin[action], { body }))

const stored = () => portal.ferry.app.store.claimDecisions.find(claim.id)
const payment = async () => {
  const { claimRecords } = portal.ferry.app.store
  return (await claimRecords.find({ id: claim.id, snapshotId: 1 })).payment
}
const lastAction = async () => (await portal.ferry.app.store.operatorActions.decisions(1))[0]

describe('mark sent', () => {
  test('by a transaction that paid', async () => {
    const tx = await pay(claim.solAddress, OWED)
    expect(await post('markSent', { id: claim.id, tx })).toEqual({ status: 200, ok: true })
    expect(await stored()).toMatchObject({ status: 'sent', solTx: tx })
    expect(await lastAction()).toMatchObject({ action: 'mark_sent', subject: claim.id })
    expect(await payment()).toMatchObject({
      state: 'paid',
      recipient: claim.solAddress,
      baseUnits: OWED,
      paidTx: tx,
      recordedBy: 'mark_sent',
    })
    expect(await post('markSent', { id: claim.id, tx })).toMatchObject({ code: 'claim_not_queued' })

    const other = sampleClaim({ solAddress: claim.solAddress })
    await addClaims(portal.ferry.app, [other])
    expect(await post('markSent', { id: other.id, tx })).toMatchObject({
      status: 409,
      code: 'transaction_unproved',
      error: expect.stringMatching(/settles another payment already/),
    })
  })

  test('never as more than a token account can hold, forced or not', async () => {
    const tx = await pay(claim.solAddress, OWED)
    const amountUA = '100000000000' as AmountUA
    const tooLarge = sampleClaim({ solAddress: claim.solAddress, amountUA })
    await addClaims(portal.ferry.app, [tooLarge])
    for (const force of [false, true]) {
      expect(await post('markSent', { id: tooLarge.id, tx, force })).toMatchObject({
        status: 409,
        code: 'transaction_unproved',
        error: expect.stringMatching(/no token account can hold the 100000000000 tokens that are owed/),
      })
    }
  })

  test.each<[string, () => Promise<string>, RegExp]>([
    ['that is unknown', async () => UNKNOWN_TX, /knows no such finalized transaction/],
    [
      'that moved too little',
      () => pay(claim.solAddress, OWED - 1n),
      /moved 1.499999999 tokens .* 1.5 are owed/,
    ],
    ['that paid someone else', () => pay(freshSolanaAddress(), OWED), /moved 0 tokens/],
    ['of another kind', () => sendAlone(memoInstruction('hi')), /moved 0 tokens/],
    [
      'that failed',
      () => {
        const inOtherDecimals = getTransferCheckedInstruction({
          source: portal.walletTokenAccount,
          mint: portal.mint,
          destination: portal.walletTokenAccount,
          authority: wallet.signer,
          amount: 1n,
          decimals: 3,
        })
        return sendAlone(inOtherDecimals, { skipPreflight: true })
      },
      /failed on the chain/,
    ],
  ])('not by one %s, unless forced', async (_, make, reason) => {
    const tx = await make()
    const refused = await post('markSent', { id: claim.id, tx })
    expect(refused).toMatchObject({ status: 409, code: 'transaction_unproved' })
    expect(refused.error).toMatch(reason)
    expect(await stored()).toMatchObject({ status: 'queued', solTx: null })
    expect(await post('markSent', { id: claim.id, tx, force: true })).toEqual({ status: 200, ok: true })
    const action = await lastAction()
    expect(action).toMatchObject({ action: 'mark_sent_forced', subject: claim.id })
    expect(action?.detail).toMatch(reason)
    expect(await payment()).toMatchObject({ paidTx: tx, recordedBy: 'mark_sent_forced' })
  })

  test.each([
    { tx: `0x${EVM_HASH}`, code: 'evm_transaction_hash' },
    { tx: 'AB'.repeat(32), code: 'evm_transaction_hash' },
    { tx: '', code: 'invalid_transaction' },
    { tx: '0xabc', code: 'invalid_transaction' },
    { tx: `${'4'.repeat(87)}.`, code: 'invalid_transaction' },
    { tx: `${'4'.repeat(43)} ${'4'.repeat(43)}`, code: 'invalid_transaction' },
    { tx: `${'4'.repeat(86)}…`, code: 'invalid_transaction' },
    { tx: '0'.repeat(88), code: 'invalid_transaction' },
  ])('not by $tx, forced or not', async ({ tx, code }) => {
    for (const force of [false, true]) {
      expect(await post('markSent', { id: claim.id, tx, force })).toMatchObject({ status: 400, code })
    }
  })

  test('not by a node that now answers for another cluster', async () => {
    const tx = await pay(claim.solAddress, OWED)
    const elsewhere = { ...portal.rpc, genesisHash: async () => MAINNET_GENESIS_HASH }
    const connecting = answerAs(portal.ferry.app.payouts, elsewhere)
    const refused = await post('markSent', { id: claim.id, tx })
    connecting.mockRestore()
    expect(refused).toMatchObject({
      code: 'transaction_unproved',
      error: expect.stringMatching(/answers for another cluster/),
    })
    expect(await post('markSent', { id: claim.id, tx })).toMatchObject({ status: 200 })
  })

  test.each(['in_flight', 'hold'] as const)(
    'not while its payment is %s, not even by force',
    async (state) => {
      const { store } = portal.ferry.app
      const held = state === 'hold' ? { missing: 'test' } : {}
      const attempt = await bindPayment(portal.ferry.app, claim, held)
      const tx = await pay(claim.solAddress, OWED)
      expect(await post('markSent', { id: claim.id, tx, force: true })).toMatchObject({
        status: 409,
        code: 'payment_under_way',
      })
      expect(await post('reject', { id: claim.id, reason: 'no' })).toMatchObject({
        code: 'payment_under_way',
      })
      expect(await post('resetClaims', {})).toMatchObject({ status: 409, code: 'attempts_unresolved' })
      expect(await stored()).toMatchObject({ status: 'queued', solTx: null, rejectReason: null })
      await store.journal.settleExpired(attempt, 'test', Date.now())
      expect(await post('markSent', { id: claim.id, tx })).toMatchObject({ status: 200 })
    },
  )

  test.each([
    ['a claim that is none', { id: 'NONE', tx: UNKNOWN_TX }, 404, 'unknown_claim'],
    ['nothing', {}, 400, 'invalid_request'],
  ])('not with %s', async (_, body, status, code) => {
    expect(await post('markSent', { id: claim.id, ...body })).toMatchObject({ status, code })
  })

  test('a claim that is marked is not paid by the next run', async () => {
    const tx = await pay(claim.solAddress, OWED)
    await post('markSent', { id: claim.id, tx })
    const start = await portal.call(endpoints.bulkSender.start)
    expect(start.json().code).toBe('no_queued_claims')
    expect(await portal.balanceOf(claim.solAddress)).toBe(OWED)
  })
})

describe('reject', () => {
  test('with a reason, which the claimant sees', async () => {
    expect(await post('reject', { id: claim.id, reason: ' Not the holder ' })).toEqual({
      status: 200,
      ok: true,
    })
    const seen = await portal.ferry.ask(endpoints.public.claim, {
      params: { eth: claim.evmAddress },
    })
    expect(seen.json()).toMatchObject({ status: 'rejected', reason: 'Not the holder' })
    expect(await lastAction()).toMatchObject({ action: 'reject', detail: 'Not the holder' })
    expect(await post('reject', { id: claim.id, reason: 'again' })).toMatchObject({
      status: 409,
      code: 'claim_not_queued',
    })
  })

  test.each([
    ['no reason', { reason: ' ' }, 400, 'invalid_request'],
    ['a claim that is none', { id: 'NONE', reason: 'x' }, 404, 'unknown_claim'],
  ])('not with %s', async (_, body, status, code) => {
    expect(await post('reject', { id: claim.id, ...body })).toMatchObject({ status, code })
  })
})

describe('reset', () => {
  test('deletes the claims and keeps what was paid', async () => {
    const { store } = portal.ferry.app
    const tx = await pay(claim.solAddress, OWED)
    await post('markSent', { id: claim.id, tx })
    const { total } = (await portal.call(endpoints.admin.stats)).json()
    const response = await post('resetClaims', {})
    expect(response).toMatchObject({ status: 200, deleted: total })
    expect(response.message).toMatch(/deleted/)
    expect((await portal.call(endpoints.admin.stats)).json()).toMatchObject({ total: 0 })
    const address = claim.evmAddress as `0x${string}` & Parameters<typeof store.claims.wasPaid>[0]
    expect(await store.claims.wasPaid(address, await portal.rpc.genesisHash())).toBe(true)
    expect(await store.claims.wasPaid(address, MAINNET_GENESIS_HASH)).toBe(false)
    expect(await lastAction()).toMatchObject({
      action: 'reset_claims',
      detail: `${total} claims were deleted`,
    })
  })

  test('not while a run is going', async () => {
    const { store } = portal.ferry.app
    const run = await store.runs.create(sampleRun({ walletAddress: 'another wallet' }))
    expect(await post('resetClaims', {})).toMatchObject({ status: 409, code: 'run_in_progress' })
    expect(await stored()).toBeDefined()
    await store.runs.finish(run?.id ?? 0, 'stopped', null, 1)
  })
})
