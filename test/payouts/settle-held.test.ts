import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Run } from '#domain/run.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { settleHeld } from '#lab/rehearsal/pay-all.ts'
import { PortalClient } from '#lab/rehearsal/portal-client.ts'
import { runPayout } from '#payout/run-payout.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { openDatabase } from '#store/database/open-database.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { bindPayment } from '../harness/bind-payment.ts'
import { forAllTests, forEachTest } from '../harness/for-tests.ts'
import { holdPayment, payManually, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim, unknownSignature } from '../harness/sample-rows.ts'
import type { SendingEnvironment } from '../harness/sending-environment.ts'
import { prepareSendingEnvironment } from '../harness/sending-environment.ts'
import { ADMIN_PASSWORD } from '../harness/start-portal.ts'

describe('settle held', () => {
  const OWED = 1_500_000_000n

  const portal = forAllTests(startPayingPortal)
  beforeAll(() => portal.configure('bulk'))

  test("a rehearsal settles holds by each transaction's result on the chain", async () => {
    const { ferry, localnet, mint, walletKeyJson } = portal
    const paid = sampleClaim({ solAddress: freshSolanaAddress() })
    await addClaims(ferry.app, [paid])
    const wallet = { rpcUrl: localnet.url, mint, walletKeyJson }
    const signature = await payManually(wallet, paid.solAddress, OWED)
    await bindPayment(ferry.app, paid, { signature, missing: 'the node did not tell' })
    const unseen = await holdPayment(ferry.app, unknownSignature())

    const client = new PortalClient(await ferry.listen())
    await client.signIn(ADMIN_PASSWORD)
    expect(await settleHeld(client, localnet.url)).toBe(2)

    expect(await client.send(endpoints.bulkSender.holds)).toEqual({ holds: [], nextCursor: null })
    const claims = await ferry.app.store.claims.list({ limit: 10 })
    const told = claims.map(({ id, status, solTx }) => ({ id, status, solTx }))
    expect(told).toContainEqual({ id: paid.id, status: 'sent', solTx: signature })
    expect(told).toContainEqual({ id: unseen.claim.id, status: 'queued', solTx: null })
  })
})

describe('resign limit', () => {
  let environment: SendingEnvironment
  beforeEach(async () => {
    // In one format: a v1 transaction that expires is followed by v0, whose fee is another.
    environment = await prepareSendingEnvironment({ v1Transactions: false })
  })
  afterEach(() => environment.close())

  /** The payments that were signed, in their order. */
  async function signedPayments() {
    const { db, close } = await openDatabase(environment.storePath)
    try {
      return await db
        .selectFrom('attempt')
        .select(['state', 'feeLamports', 'error'])
        .where('kind', '=', 'payment')
        .orderBy('journaledAtMs')
        .execute()
    } finally {
      await close()
    }
  }

  test('a payment that expires each time is signed four times, at fees within the cap, and then held', {
    timeout: 180_000,
  }, async () => {
    const { store, rpc } = environment
    const [claim] = await environment.addClaims(1)
    const run = await environment.createRun()
    const markers = new Set<string>()
    const parts = await environment.parts({
      // The lowest price: an expiry would double it.
      priorityFeeCap: 1_000,
      // Takes every payment and forwards none; markers land, so that the node's history proves each expiry.
      node: {
        broadcast: async (attempt) => {
          const { kind, signature } = attempt as JournaledAttempt
          if (kind !== 'marker') return { accepted: true }
          markers.add(signature)
          return rpc.broadcast(attempt)
        },
      },
    })
    expect(await runPayout(run, parts, new AbortController().signal)).toBe('finished')

    const signed = await signedPayments()
    expect(signed.map(({ state }) => state)).toEqual(['expired', 'expired', 'expired', 'hold'])
    expect(signed[3]?.error).toMatch(/it was signed 4 times, and expired each time without landing/)
    expect(new Set(signed.map(({ feeLamports }) => feeLamports)).size).toBe(1)
    expect(markers.size).toBeGreaterThan(0)
    expect(await store.runs.transferCounts(run.id)).toMatchObject({ hold: 1, queued: 0, paid: 0 })
    expect(await environment.balanceOf(claim?.solAddress ?? '')).toBe(0n)
  })
})

describe('proved before the end', () => {
  const CLAIMS = 5
  const environment = forEachTest(prepareSendingEnvironment)

  /** Pays a run through a node that may swallow what is sent. */
  async function pay(
    run: Run,
    isSwallowed: (attempt: JournaledAttempt) => boolean,
    node: Partial<SolanaRpc> = {},
  ): Promise<string> {
    const { rpc } = environment
    const parts = await environment.parts({
      node: {
        broadcast: async (attempt) =>
          isSwallowed(attempt as JournaledAttempt) ? { accepted: true } : rpc.broadcast(attempt),
        ...node,
      },
    })
    const terms = { resendEveryMs: 200, holdAfterMs: 300, recheckHoldEveryMs: 3_600_000 }
    return runPayout(run, { ...parts, terms }, new AbortController().signal)
  }

  /** Has all payments of a run, and all markers that would prove their end, swallowed until they are on hold. */
  async function holdAll(): Promise<Run> {
    await environment.addClaims(CLAIMS)
    const run = await environment.createRun()
    expect(await pay(run, () => true)).toBe('finished')
    expect(await environment.store.runs.transferCounts(run.id)).toMatchObject({ hold: CLAIMS, paid: 0 })
    return run
  }

  test('a stall at the end of a run is no dead end: a start with nothing else to send proves what is on hold and pays it once', {
    timeout: 240_000,
  }, async () => {
    await holdAll()
    const { store, wallet } = environment
    const [held] = await store.journal.unresolved(wallet.genesisHash)
    expect(held?.error).toMatch(/Start a run, even with nothing else to send: it proves this first$/)
    const again = await environment.createRun()
    expect(await pay(again, () => false)).toBe('finished')
    expect(await store.runs.transferCounts(again.id)).toMatchObject({ paid: CLAIMS, hold: 0, queued: 0 })
    const claims = await store.claims.list({ limit: CLAIMS })
    for (const { solAddress, amountUA } of claims) {
      expect(await environment.balanceOf(solAddress)).toBe(BigInt(Math.round(Number(amountUA) * 1e9)))
    }
  })

  test('a run does not end before what is on hold was looked at again after its marker landed, however late that is', {
    timeout: 240_000,
  }, async () => {
    await holdAll()
    const { store, rpc } = environment
    const again = await environment.createRun()
    let isMarkerSent = false
    let hasLookedSince = false
    const isTooEarly = ({ kind }: JournaledAttempt) => {
      if (kind !== 'marker') return false
      isMarkerSent = true
      return !hasLookedSince
    }
    const signatureStatuses: SolanaRpc['signatureStatuses'] = (signatures, options) => {
      hasLookedSince ||= isMarkerSent && options.searchHistory
      return rpc.signatureStatuses(signatures, options)
    }
    const paying = pay(again, isTooEarly, { signatureStatuses })
    await expect
      .poll(async () => (await store.runs.find(again.id))?.message, { timeout: 60_000 })
      .toMatch(/^Nothing is left to send\. What is on hold is looked at once more/)
    expect(await paying).toBe('finished')
    expect(await store.runs.transferCounts(again.id)).toMatchObject({ paid: CLAIMS, hold: 0, queued: 0 })
    expect(await store.runs.find(again.id)).toMatchObject({ state: 'completed', message: null })
  })

  test('a run does not end by an answer that tells nothing of what is on hold', {
    timeout: 240_000,
  }, async () => {
    await holdAll()
    const { store, rpc } = environment
    const again = await environment.createRun()
    const looks = { recent: 0, history: 0 }
    // Every second look at statuses is answered by a bank from before all of them, as by a node of another cluster.
    const signatureStatuses: SolanaRpc['signatureStatuses'] = async (signatures, options) => {
      const kind = options.searchHistory ? 'history' : 'recent'
      looks[kind] += 1
      if (looks[kind] % 2 === 1) return rpc.signatureStatuses(signatures, options)
      return { contextSlot: 1, statuses: signatures.map(() => null) }
    }
    expect(await pay(again, () => false, { signatureStatuses })).toBe('finished')
    expect(await store.runs.transferCounts(again.id)).toMatchObject({ paid: CLAIMS, hold: 0, queued: 0 })
  })

  test('what is on hold tells what it lacks now, and since when it is on hold', {
    timeout: 240_000,
  }, async () => {
    await holdAll()
    const { store, wallet } = environment
    const before = await store.journal.unresolved(wallet.genesisHash)
    for (const { id } of before) await store.journal.noteMissing(id, 'the node is behind')
    const again = await environment.createRun()
    expect(await pay(again, () => true)).toBe('finished')
    expect(await store.journal.unresolved(wallet.genesisHash)).toEqual(before)
  })

  test('a run whose payments stall only for a while proves and pays them before it ends', {
    timeout: 240_000,
  }, async () => {
    await environment.addClaims(CLAIMS)
    const run = await environment.createRun()
    const { store } = environment
    let isStalled = true
    const paying = pay(run, () => isStalled)
    await expect
      .poll(async () => (await store.runs.transferCounts(run.id)).hold, { timeout: 60_000 })
      .toBe(CLAIMS)
    isStalled = false
    expect(await paying).toBe('finished')
    expect(await store.runs.transferCounts(run.id)).toMatchObject({ paid: CLAIMS, hold: 0 })
    expect(await store.runs.find(run.id)).toMatchObject({ state: 'completed', message: null })
  })
})
