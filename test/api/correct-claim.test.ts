import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { sealedClaim } from '#domain/sealed-record.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import { DIALECTS, startPortalDatabase } from '../harness/each-store.ts'
import { forAllTests } from '../harness/for-tests.ts'
import {
  type ClaimPayload,
  type Holder,
  loadHolders,
  makeHolder,
  signClaim,
  withSignature,
} from '../harness/holders.ts'
import { ALL_QUEUED, beginRun, journalNext, sampleTransfer } from '../harness/sample-rows.ts'
import { startPortal } from '../harness/start-portal.ts'

const MINUTE = 60_000
const { correctClaim, submitClaim, claim: claimStatus } = endpoints.public

describe.each(DIALECTS)('PUT /api/claims/{eth} on %s', (dialect) => {
  let holder: Holder
  let first: ClaimPayload
  let id: string

  const database = forAllTests(() => startPortalDatabase(dialect))
  const ferry = forAllTests(() => startPortal(database))

  beforeEach(async () => {
    holder = makeHolder()
    await loadHolders(ferry.app, [holder])
    first = await signClaim(holder, { nonce: Date.now() - 5_000 })
    id = (await ferry.ask(submitClaim, { body: first })).json().id
  })

  const correct = async (body: object, eth: string = holder.account.address) =>
    ferry.ask(correctClaim, { params: { eth }, body })
  const codeOf = async (body: object, eth?: string) => {
    const response = await correct(body, eth)
    return [response.statusCode, response.json().code]
  }
  const status = async () =>
    (await ferry.ask(claimStatus, { params: { eth: holder.account.address } })).json()
  const stored = async () => {
    const [row] = await ferry.app.store.claims.withIds([id])
    if (!row) throw new Error('there is no claim')
    return row
  }

  test('replaces the Solana address, and keeps the id and both signatures', async () => {
    expect(await status()).toMatchObject({ id, correctedAt: null })
    const again = await signClaim(holder)
    const response = await correct(again)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toMatchObject({ ok: true, id })

    const shortened = `${again.sol.slice(0, 6)}…${again.sol.slice(-4)}`
    const before = `${first.sol.slice(0, 6)}…${first.sol.slice(-4)}`
    const found = await status()
    expect(found).toMatchObject({ id, status: 'queued', solAddr: shortened, amountUA: '1.5' })
    expect(found.correctedAt).toBeGreaterThanOrEqual(found.submittedAt)

    const claim = await stored()
    expect(claim).toMatchObject({ solAddress: again.sol, nonce: String(again.nonce) })
    expect(ferry.app.seals.fits(sealedClaim(claim), claim.seal)).toBe(true)
    const detail = (await ferry.call(endpoints.admin.claim, { params: { id } })).json()
    expect(detail).toMatchObject({ solAddr: again.sol, signature: again.signature })
    expect(detail.corrections).toMatchObject([
      { solAddr: first.sol, signature: first.signature, at: found.correctedAt },
    ])
    expect(detail.corrections[0].message).toContain(`sol: ${first.sol}`)
    expect(detail.history).toMatchObject([
      { what: 'submitted' },
      { what: 'corrected', detail: `${before} → ${shortened}` },
    ])
    const [kept] = (await ferry.app.store.claimRecords.find(claim)).corrections
    expect(kept && ferry.app.seals.fits(sealedClaim({ ...kept, id }), kept.seal)).toBe(true)
    const line = ferry.logLines
      .map((text) => JSON.parse(text))
      .find(({ event }) => event === 'claim_corrected')
    expect(line).toMatchObject({ claimId: id })
    expect(line).not.toHaveProperty('requestId')
  })

  test('takes any spelling of the address, and a chain as text', async () => {
    const again = await signClaim(holder, { chainId: '0x38' })
    expect((await correct(again, holder.account.address.toLowerCase())).statusCode).toBe(200)
  })

  test('queues a rejected claim again, without its reason', async () => {
    await ferry.call(endpoints.admin.reject, { body: { id, reason: 'not your wallet' } })
    expect(await status()).toMatchObject({
      status: 'rejected',
      reason: 'not your wallet',
      correctable: true,
    })
    expect((await correct(await signClaim(holder))).statusCode).toBe(200)
    expect(await status()).toMatchObject({ id, status: 'queued', reason: null })
    expect((await ferry.call(endpoints.admin.stats, {})).json()).toMatchObject({ rejected: 0 })
    const detail = (await ferry.call(endpoints.admin.claim, { params: { id } })).json()
    expect(detail.history.map(({ what }: { what: string }) => what)).toEqual([
      'submitted',
      'rejected',
      'corrected',
    ])
  })

  test('is of the amount in the list in force, as a claim made now', async () => {
    const lower = { ...holder, amountWei: 1_000_000_000_000_000_000n }
    await loadHolders(ferry.app, [lower])
    expect(await codeOf(await signClaim(holder))).toEqual([400, 'list_replaced'])
    expect((await correct(await signClaim(lower))).statusCode).toBe(200)
    expect(await stored()).toMatchObject({ amountUA: '1', amountWei: 10n ** 18n })
    const { totalAmountSubmitted } = (await ferry.call(endpoints.admin.stats, {})).json()
    const claims = await ferry.app.store.claims.list({ limit: 100 })
    const sum = claims.reduce((total, { amountWei }) => total + amountWei, 0n)
    expect(totalAmountSubmitted).toBe(String(Number(sum) / 1e18))
  })

  describe('refuses, and changes nothing:', () => {
    afterEach(async () => {
      const [row] = await ferry.app.store.claims.withIds([id])
      if (row) expect(row).toMatchObject({ solAddress: first.sol, correctedAtMs: null })
    })

    test('the very same claim, and one that was signed before', async () => {
      expect(await codeOf(first)).toEqual([409, 'nonce_not_newer'])
      const older = await signClaim(holder, { nonce: Number(first.nonce) - 1 })
      expect(await codeOf(older)).toEqual([409, 'nonce_not_newer'])
    })

    test('a claim for another address than that of the path', async () => {
      const other = makeHolder()
      await loadHolders(ferry.app, [holder, other])
      expect(await codeOf(await signClaim(other))).toEqual([400, 'claim_of_other_address'])
      expect(await codeOf(await signClaim(holder), other.account.address)).toEqual([
        400,
        'claim_of_other_address',
      ])
      expect(await codeOf(await signClaim(holder), 'vitalik.eth')).toEqual([400, 'invalid_eth_address'])
    })

    test('an address without a claim', async () => {
      const other = makeHolder()
      await loadHolders(ferry.app, [holder, other])
      expect(await codeOf(await signClaim(other), other.account.address)).toEqual([404, 'no_claim'])
    })

    test('a signature by another wallet', async () => {
      const thief = await signClaim(
        { ...makeHolder(), amountWei: holder.amountWei },
        { eth: holder.account.address },
      )
      expect(await codeOf(thief)).toEqual([400, 'bad_signature'])
    })

    test('a signature for another Solana address', async () => {
      const signed = await signClaim(holder)
      expect(await codeOf({ ...signed, sol: freshSolanaAddress() })).toEqual([400, 'bad_signature'])
      const unsigned = withSignature(signed, () => '0x')
      expect((await codeOf(unsigned))[0]).toBe(400)
    })

    test('one that was signed too long ago, though after the first', async () => {
      await ferry.app.store.claimDecisions.reset({
        atMs: 1,
        action: 'reset_claims',
        subject: 'all',
        detail: '',
      })
      holder = makeHolder()
      await loadHolders(ferry.app, [holder])
      const { seals, store } = ferry.app
      const old = { ...(await sealedLongAgo()), nonce: String(Date.now() - 30 * MINUTE) }
      await store.claims.insertMany([{ ...old, seal: seals.make(sealedClaim(old)) }])
      expect(await codeOf(await signClaim(holder, { nonce: Date.now() - 11 * MINUTE }))).toEqual([
        400,
        'stale_nonce',
      ])
    })

    test('an unsupported chain, and an unusable Solana address', async () => {
      expect(await codeOf(await signClaim(holder, { chainId: 1 }))).toEqual([400, 'unsupported_chain'])
      expect(await codeOf(await signClaim(holder, { sol: '1'.repeat(32) }))).toEqual([400, 'sol_zero_key'])
    })

    test('an address that is no longer in the list', async () => {
      await loadHolders(ferry.app, [makeHolder()])
      expect(await codeOf(await signClaim(holder))).toEqual([403, 'no_allocation'])
    })

    test('while claims are paused', async () => {
      const { store, claimControls } = ferry.app
      const { claimControls: records } = store
      const controls = await claimControls.read()
      const action = { atMs: 1, action: 'change_claim_controls', subject: 'claims', detail: '' } as const
      await records.change(controls, { isPaused: true }, action)
      claimControls.forget()
      expect(await codeOf(await signClaim(holder))).toEqual([403, 'claims_paused'])
      await records.change(controls, { isPaused: false, claimsCloseAtMs: 1 }, action)
      claimControls.forget()
      expect(await codeOf(await signClaim(holder))).toEqual([403, 'claims_closed'])
      await records.change(controls, { claimsCloseAtMs: null }, action)
      claimControls.forget()
    })

    test('the word of a contract for a claim that a key has signed', async () => {
      const { app } = ferry
      const { accounts } = app
      // As with an EVM node that says of any address that a contract is there, and agrees.
      app.accounts = { ...accounts, check: async () => ({ signedBy: 'contract' }) }
      const answer = await codeOf(
        await signClaim(makeHolder(holder.amountWei), { eth: holder.account.address }),
      )
      app.accounts = accounts
      expect(answer).toEqual([403, 'key_required'])
    })

    test('once a run has signed for it', async () => {
      const { store } = ferry.app
      const walletAddress = `wallet of ${id}`
      const run = await beginRun({ store }, { walletAddress }, ALL_QUEUED)
      expect(await status()).toMatchObject({ status: 'queued', correctable: true })
      const { attempt } = await journalNext({ store }, run)
      expect(await status()).toMatchObject({ status: 'queued', correctable: false })
      expect(await codeOf(await signClaim(holder))).toEqual([409, 'claim_under_way'])
      await store.journal.settleExpired(attempt, 'test', 1)
      expect(await status()).toMatchObject({ correctable: false })
      await store.runs.finish(run.id, 'stopped', null, 1)
      expect(await status()).toMatchObject({ correctable: true })
    })

    test('a sent claim', async () => {
      const claim = await stored()
      const payment = sampleTransfer(claim, { state: 'paid', recordedBy: 'mark_sent', settledAtMs: 1 })
      await store().claimDecisions.markSent(
        id,
        { ...payment, paidTx: `tx ${id}` },
        { atMs: 1, action: 'mark_sent', subject: id, detail: '' },
      )
      expect(await status()).toMatchObject({ status: 'sent', correctable: false })
      expect(await codeOf(await signClaim(holder))).toEqual([409, 'claim_under_way'])
    })

    test('an address that was paid on mainnet, for a claim that was reset', async () => {
      const claim = await stored()
      await store().runs.addTransfers([
        sampleTransfer(claim, {
          claimId: null,
          state: 'paid',
          genesisHash: MAINNET_GENESIS_HASH,
          paidTx: 'x',
        }),
      ])
      expect(await codeOf(await signClaim(holder))).toEqual([409, 'already_paid'])
    })

    const store = () => ferry.app.store

    async function sealedLongAgo() {
      return {
        id,
        evmAddress: holder.account.address.toLowerCase() as never,
        ethSigned: holder.account.address,
        solAddress: first.sol as never,
        snapshotId: 1,
        amountWei: holder.amountWei as never,
        amountUA: '1.5' as never,
        chainId: 56,
        signature: '0x',
        signedBy: 'key' as const,
        siweTerms: null,
        status: 'queued' as const,
        submittedAtMs: 1,
        solTx: null,
        settledAtMs: null,
        rejectReason: null,
      }
    }
  })

  test('of many corrections at once the newest one stays, and none is lost from the history', async () => {
    const nonce = Date.now()
    const signed = await Promise.all(
      Array.from({ length: 6 }, (_, n) => signClaim(holder, { nonce: nonce + n })),
    )
    const answers = await Promise.all(signed.map((body) => correct(body)))
    const done = answers.filter(({ statusCode }) => statusCode === 200)
    for (const answer of answers) expect([undefined, 'nonce_not_newer']).toContain(answer.json().code)
    const claim = await stored()
    expect(claim).toMatchObject({ solAddress: signed[5]?.sol, nonce: String(nonce + 5) })
    const { corrections } = await ferry.app.store.claimRecords.find(claim)
    expect(corrections).toHaveLength(done.length)
  })
})
