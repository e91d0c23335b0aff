import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { holdPayment, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { startPortal } from '../harness/start-portal.ts'

describe('claim detail', () => {
  const portal = forAllTests(startPayingPortal)
  beforeAll(() => portal.configure('bulk'))
  const detail = async (id: string) => (await portal.call(endpoints.admin.claim, { params: { id } })).json()
  const seenByClaimant = async (eth: string) =>
    (await portal.call(endpoints.public.claim, { params: { eth } })).json()
  const whatsOf = ({ history }: { history: { what: string }[] }) => history.map(({ what }) => what)

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

    await portal.payAll()
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
    await portal.payAll()
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
    await portal.payAll()
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

  test('no unknown id', async () => {
    const response = await portal.call(endpoints.admin.claim, { params: { id: 'NONE' } })
    expect([response.statusCode, response.json().code]).toEqual([404, 'unknown_claim'])
  })
})

describe('admin claims', () => {
  const AMOUNTS_WEI = ['1', '999999999999999999999999', '500000000000000000', '2', '3']

  const ferry = forAllTests(startPortal)
  beforeAll(async () => {
    await addClaims(
      ferry.app,
      AMOUNTS_WEI.map((amountWei, n) =>
        sampleClaim({
          id: `AAAA-BBBB-000${n}`,
          evmAddress: `0xabc${n}`.padEnd(42, '0'),
          solAddress: `Wallet${n}`,
          amountWei: BigInt(amountWei),
          amountUA: `${n}.5`,
          status: n === 3 ? 'sent' : n === 4 ? 'rejected' : 'queued',
          solTx: n === 3 ? 'Transaction3' : null,
          submittedAtMs: 1_700_000_000_000 + n,
        }),
      ),
    )
  })
  const list = async (query: Record<string, string>) => {
    const response = await ferry.call(endpoints.admin.claims, { query })
    return { statusCode: response.statusCode, ...response.json() }
  }

  const idsOf = ({ claims }: { claims: { id: string }[] }) => claims.map(({ id }) => id.at(-1)).join('')

  test('sums are exact', async () => {
    const stats = (await ferry.call(endpoints.admin.stats)).json()
    expect(stats).toEqual({
      total: 5,
      queued: 3,
      sent: 1,
      rejected: 1,
      totalAmountSubmitted: '1000000.500000000000000005',
      // The claim marked sent has no recorded payment.
      totalAmountSent: '0',
      totalAmountMarkedUnproved: '0',
    })
  })

  describe('the list', () => {
    test('gives claims in the shape of the panel', async () => {
      const { claims } = await list({ status: 'sent' })
      expect(claims).toEqual([
        {
          id: 'AAAA-BBBB-0003',
          evmAddr: '0xabc3'.padEnd(42, '0'),
          solAddr: 'Wallet3',
          amountUa: '3.5',
          status: 'sent',
          submittedAt: 1_700_000_000,
          solTx: 'Transaction3',
          attemptState: null,
          paymentState: null,
          byHand: false,
          failure: null,
          cluster: null,
          reason: null,
        },
      ])
    })

    test('gives page after page, newest first', async () => {
      const pages = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: { claims: { id: string }[]; nextCursor: string | null } = await list({
          limit: '2',
          ...(cursor && { cursor }),
        })
        pages.push(idsOf(page))
        cursor = page.nextCursor
      }
      expect(pages).toEqual(['43', '21', '0'])
    })

    test.each([
      ['newest', '43210'],
      ['oldest', '01234'],
      ['largest', '12430'],
      ['smallest', '03421'],
    ])('gives the %s first', async (sort, order) => {
      expect(idsOf(await list({ sort }))).toBe(order)
      const first = await list({ sort, limit: '3' })
      const second = await list({ sort, limit: '3', cursor: first.nextCursor })
      expect(idsOf(first) + idsOf(second)).toBe(order)
      expect(second.nextCursor).toBeNull()
      const otherSort = sort === 'newest' ? 'oldest' : 'newest'
      expect(await list({ sort: otherSort, cursor: first.nextCursor })).toMatchObject({ statusCode: 400 })
    })

    test.each([
      ['all', {}, '43210'],
      ['a status', { status: 'queued' }, '210'],
      ['an id', { q: 'aaaa-bbbb-0002' }, '2'],
      ['the start of an EVM address, in any case', { q: '0xABC1' }, '1'],
      ['the start of a wallet', { q: 'Wallet4' }, '4'],
      ['a wallet in another case, which is another', { q: 'wallet4' }, ''],
      ['a transaction', { q: 'Transaction3' }, '3'],
      ['a wildcard, which is no pattern', { q: '%' }, ''],
      ['an empty search', { q: '  ' }, '43210'],
      ['a search within a status', { q: '0xabc', status: 'rejected' }, '4'],
    ])('finds %s', async (_, query, ids) => {
      expect(idsOf(await list(query))).toBe(ids)
    })

    test.each([
      ['limit', { limit: '0' }],
      ['limit', { limit: '501' }],
      ['limit', { limit: 'many' }],
      ['status', { status: 'lost' }],
      ['sort', { sort: 'best' }],
      ['cursor', { cursor: 'abc' }],
      ['cursor', { cursor: '-1' }],
      ['cursor', { cursor: Buffer.from('newest:1').toString('base64url') }],
    ])('refuses a wrong %s', async (where, query) => {
      expect(await list(query)).toMatchObject({
        statusCode: 400,
        code: 'invalid_request',
        details: [{ where }],
      })
    })
  })
})
