import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../harness/add-claims.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { holdPayment } from '../harness/hold-payment.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'

let portal: PayingPortal
beforeAll(async () => {
  portal = await startPayingPortal()
  await portal.configure('bulk')
})
afterAll(() => portal.close())

const detail = async (id: string) => (await portal.call(endpoints.admin.claim, { params: { id } })).json()
const seenByClaimant = async (eth: string) =>
  (await portal.call(endpoints.public.claim, { params: { eth } })).json()
const whatsOf = ({ history }: { history: { what: string }[] }) => history.map(({ what }) => what)

async function payAll() {
  await portal.call(endpoints.bulkSender.start)
  await expect
    .poll(async () => (await portal.call(endpoints.bulkSender.status)).json().progress, {
      timeout: 30_000,
    })
    .toMatchObject({ status: 'completed' })
}

test('a claim from its signature to its payment', async () => {
  const holder = makeHolder()
  await loadHolders(portal.ferry.app, [holder])
  const claim = await signClaim(holder)
  const submitted = await portal.call(endpoints.public.submitClaim, { body: claim })
  const { id } = submitted.json()
  const neighbour = sampleClaim({ solAddress: freshSolanaAddress() })
  await addClaims(portal.ferry.app, [neighbour])
  const snapshot = await portal.ferry.app.store.snapshots.current()

  const queued = await detail(id)
  expect(queued).toMatchObject({
    id,
    status: 'queued',
    cluster: null,
    reason: null,
    chainId: Number(claim.chainId),
    nonce: String(claim.nonce),
    signature: claim.signature,
    snapshotFileHash: snapshot?.fileHash,
    attempts: [],
  })
  expect(queued.message.split('\n')).toEqual([
    'Claim SPL tokens',
    `eth: ${claim.eth}`,
    `sol: ${claim.sol}`,
    `amount: ${queued.amountUa}`,
    `nonce: ${claim.nonce}`,
  ])
  expect(queued.history).toEqual([{ at: queued.submittedAt, what: 'submitted', detail: null }])

  await payAll()
  const paid = await detail(id)
  expect(paid).toMatchObject({ status: 'sent', cluster: 'other', attemptState: null })
  expect(paid.attempts).toEqual([
    {
      id: expect.any(String),
      signature: paid.solTx,
      state: 'paid',
      journaledAt: expect.any(Number),
      resolvedAt: expect.any(Number),
      slot: expect.any(Number),
      error: null,
      cluster: 'other',
      feeSOL: expect.stringMatching(/^0\.0000\d+$/),
      transfers: 2,
    },
  ])
  expect(whatsOf(paid)).toEqual(['submitted', 'attempt_journaled', 'attempt_paid'])
  expect(paid.history[1].detail).toBe(paid.solTx)

  const seen = await seenByClaimant(claim.eth)
  expect(seen).toMatchObject({ status: 'sent', solTx: paid.solTx, attention: null })
  expect(seen.onChainAt).toBe(paid.attempts[0].journaledAt)
  expect(seen.inRunAt).toBeLessThanOrEqual(seen.onChainAt)
  expect(seen.settledAt).toBeGreaterThanOrEqual(seen.onChainAt)
})

test('why a payment failed before anything was signed for it', async () => {
  const claim = sampleClaim({ solAddress: portal.walletTokenAccount })
  await addClaims(portal.ferry.app, [claim])
  await payAll()
  const failed = await detail(claim.id)
  expect(failed).toMatchObject({ status: 'queued', failure: expect.stringMatching(/token account/) })
  expect(failed.history.at(-1)).toEqual({
    at: expect.any(Number),
    what: 'payment_failed',
    detail: failed.failure,
  })
  // The claimant is told that it does not go on by itself, not what went on inside.
  const seen = await seenByClaimant(claim.evmAddress)
  expect(seen).toMatchObject({ status: 'queued', attention: 'recipient', reason: null, onChainAt: null })
  expect(JSON.stringify(seen)).not.toContain(failed.failure)
})

test('a rejection that is undone after a payment failed: it waits as others do, and what failed stays told', async () => {
  const claim = sampleClaim({ solAddress: portal.walletTokenAccount })
  await addClaims(portal.ferry.app, [claim])
  await payAll()
  const { failure } = await detail(claim.id)
  // Taken by a limited run, whether or not its address can be paid.
  const limited = async () => {
    const { estimate } = endpoints.bulkSender
    const { claimCount, unpayableCount } = (await portal.call(estimate, { query: { count: 1000 } })).json()
    return claimCount + unpayableCount
  }
  const before = await limited()
  const { reject, undoReject } = endpoints.admin
  await portal.call(reject, { body: { id: claim.id, reason: 'Sign another wallet' } })
  await portal.call(undoReject, { body: { id: claim.id } })
  const undone = await detail(claim.id)
  expect(undone).toMatchObject({ status: 'queued', failure: null })
  expect(whatsOf(undone)).toEqual(['submitted', 'payment_failed', 'rejected', 'rejection_undone'])
  expect(undone.history[1].detail).toBe(failure)
  const seen = await seenByClaimant(claim.evmAddress)
  expect(seen).toMatchObject({ status: 'queued', attention: null, inRunAt: null })
  expect(await limited()).toBe(before + 1)
})

test('a payment on hold, and who settled it', async () => {
  const { claim, attemptId } = await holdPayment(portal.ferry.app, 'signature-of-a-hold')
  const held = await detail(claim.id)
  expect(held).toMatchObject({ status: 'queued', attemptState: 'hold' })
  expect(held.history.at(-1)).toMatchObject({
    what: 'attempt_held',
    detail: 'the node no longer has the blocks',
  })
  expect(held.attempts).toMatchObject([{ id: attemptId }])
  expect(await seenByClaimant(claim.evmAddress)).toMatchObject({ sending: false, attention: 'on_hold' })
  const settled = await portal.call(endpoints.bulkSender.settleHold, {
    body: {
      attemptId,
      as: 'expired',
      confirm: 'not paid',
    },
  })
  expect(settled.statusCode, settled.body).toBe(200)
  const after = await detail(claim.id)
  expect(whatsOf(after)).toEqual(
    expect.arrayContaining(['attempt_held', 'attempt_expired', 'hold_settled_expired']),
  )
  expect(after.attempts).toMatchObject([{ state: 'expired', error: expect.stringMatching(/operator/) }])
})

test('a rejection, and a mark by force', async () => {
  const [rejected, marked] = [sampleClaim(), sampleClaim({ solAddress: freshSolanaAddress() })]
  await addClaims(portal.ferry.app, [rejected, marked])
  await portal.call(endpoints.admin.reject, { body: { id: rejected.id, reason: 'Not the holder' } })
  const tx = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
  await portal.call(endpoints.admin.markSent, { body: { id: marked.id, tx, force: true } })
  const first = await detail(rejected.id)
  expect(first).toMatchObject({ status: 'rejected', reason: 'Not the holder' })
  expect(first.history.at(-1)).toMatchObject({ what: 'rejected', detail: 'Not the holder' })
  const second = await detail(marked.id)
  expect(second).toMatchObject({ status: 'sent', solTx: tx, cluster: 'other' })
  expect(second.history.at(-1)).toMatchObject({
    what: 'marked_sent_forced',
    detail: expect.stringMatching(/forced/),
  })
})

test('neither an unknown id nor a request without a session', async () => {
  const response = await portal.call(endpoints.admin.claim, { params: { id: 'NONE' } })
  expect([response.statusCode, response.json().code]).toEqual([404, 'unknown_claim'])
  expect(
    (await callEndpoint(portal.ferry.server, endpoints.admin.claim, { params: { id: 'NONE' } })).statusCode,
  ).toBe(401)
})
