import { getTransferSolInstruction } from '@solana-program/system'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { PayableClaims, readPortalState } from '#app/state/portal-state.ts'
import { inSol } from '#domain/amounts.ts'
import type { Run } from '#domain/run.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { FaultRule } from '#lab/localnet/faults/fault-plan.ts'
import { createTokenAccounts, fundWallet, sendInstructions } from '#lab/localnet/send-instructions.ts'
import { runPayout } from '#payout/run-payout.ts'
import { WalletBalances } from '#payout/wallet-balances.ts'
import { transactionFeeLamports } from '#solana/fees.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { readRows } from '../harness/alter-store.ts'
import { lamportsIn, landedWithMemo } from '../harness/chain-state.ts'
import { forAllTests, forEachTest } from '../harness/for-tests.ts'
import { expectSentences, expectSettled, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { prepareSendingEnvironment } from '../harness/sending-environment.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'
import { drainSol, topUpSol } from '../harness/wallet-moves.ts'

describe('drained of sol', () => {
  /** Just above the rent-exempt minimum of an empty account: any fee would bring it below. */
  const RENT_EDGE_LAMPORTS = 892_000n

  let bed: ServerBed
  afterEach(() => bed.close())

  async function beginPaying(config: object, rules: FaultRule[] = []): Promise<void> {
    bed = await prepareServerBed({ claimants: 40 })
    await bed.claimAll()
    expect((await bed.configure(config)).status).toBe(200)
    bed.localnet.faults.use({ seed: 1, rules })
    await bed.do(endpoints.bulkSender.start)
  }

  /** Expects that each run counts what it paid, though another one paid the rest. */
  async function expectRunsCounted(): Promise<void> {
    const { runs }: { runs: { id: string; paid: number }[] } = await bed.do(endpoints.bulkSender.runs)
    expect(runs.length).toBeGreaterThan(1)
    const paid = bed.rows<{ run: number; paid: number }>(
      "select run_id as run, count(*) as paid from transfer where state = 'paid' group by run_id",
    )
    const paidByRun = new Map(paid.map((row) => [String(row.run), row.paid]))
    for (const run of runs) expect(run.paid, `run ${run.id}`).toBe(paidByRun.get(run.id) ?? 0)
  }

  const landed = () => landedWithMemo(bed.localnet, bed.sourceTokenAccount).length

  /** Expects that the run ends for missing SOL without failing any holder, and pays the rest once topped up. */
  async function expectSolIsMissing(): Promise<void> {
    await expect
      .poll(async () => (await bed.status()).running, { timeout: 60_000, interval: 500 })
      .toBe(false)
    const { progress } = await bed.status()
    expect(progress?.message).toMatch(/\bSOL\b/)
    expectSentences([progress?.message ?? ''])
    expect(progress).toMatchObject({ failed: 0 })
    const underWay = () => bed.rows("select id from attempt where state in ('broadcast', 'confirmed')")
    await expect.poll(underWay, { timeout: 60_000, interval: 500 }).toEqual([])
    const failed = bed.rows("select failure from transfer where state = 'failed' or failure is not null")
    expect(failed).toEqual([])

    bed.localnet.faults.use({ seed: 1 })
    await topUpSol(bed)
    await bed.untilPaid()
    await expectSettled(bed)
    await expectRunsCounted()
  }

  describe('the wallet is drained of SOL in the middle of a run', () => {
    test.each([3_000_000n, 1_000_000n, RENT_EDGE_LAMPORTS])(
      'to %i lamports',
      { timeout: 180_000 },
      async (left) => {
        await beginPaying({ batchSize: 5 })
        await expect.poll(landed, { timeout: 30_000, interval: 20 }).toBeGreaterThan(1)
        await drainSol(bed, left)
        await expectSolIsMissing()
      },
    )

    test('while transactions that land slowly are under way: the run ends when none is', {
      timeout: 180_000,
    }, async () => {
      await beginPaying({ batchSize: 5 }, [
        { kind: 'landLate', probability: 1, afterSlots: { min: 60, max: 60 } },
      ])
      await expect.poll(landed, { timeout: 30_000, interval: 20 }).toBeGreaterThan(1)
      await drainSol(bed, 12_000_000n)
      await expect
        .poll(async () => (await bed.status()).running, { timeout: 60_000, interval: 100 })
        .toBe(false)
      expect(
        bed.rows("select id from attempt where state in ('journaled', 'broadcast', 'confirmed')"),
      ).toEqual([])
      await expectSolIsMissing()
    })

    test('after a transfer was sent, which then fails on the chain', { timeout: 180_000 }, async () => {
      await beginPaying({ batchSize: 1 })
      await expect.poll(landed, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0)
      bed.localnet.faults.use({
        seed: 1,
        rules: [{ kind: 'landLate', probability: 1, afterSlots: { min: 40, max: 40 } }],
      })
      await expect
        .poll(() => bed.localnet.faults.status().counts.landLate ?? 0, { timeout: 30_000, interval: 20 })
        .toBeGreaterThan(0)
      await drainSol(bed, 1_000_000n)
      await expectSolIsMissing()
      expect(bed.rows("select id from attempt where state = 'failed'")).not.toEqual([])
    })
  })

  test('recipients who have token accounts, and a wallet at the edge of its rent', {
    timeout: 180_000,
  }, async () => {
    bed = await prepareServerBed({ claimants: 40 })
    const { mint, issuer: payer } = bed.environment
    const owners = bed.migration.holders.map(({ solanaAddress }) => solanaAddress)
    await createTokenAccounts({ rpcUrl: bed.honestUrl, payer, mint, owners })
    await bed.claimAll()
    expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
    await bed.do(endpoints.bulkSender.start)
    await expect.poll(landed, { timeout: 30_000, interval: 20 }).toBeGreaterThan(1)
    await drainSol(bed, RENT_EDGE_LAMPORTS)
    await expectSolIsMissing()
  })
})

describe('marker without sol', () => {
  /** An account of no data keeps 890,880 lamports: too little is left for a fee of 5,000. */
  const LEFT_LAMPORTS = 892_000n
  const BASE_FEE_LAMPORTS = 5_000n

  const environment = forEachTest(prepareSendingEnvironment)

  /** Takes the SOL out of the wallet when its only payment is sent, which never reaches the cluster; counts markers meanwhile. */
  async function payOneThatIsLost(): Promise<{ run: Run; outcome: Promise<string>; markers: Set<string> }> {
    const { rpc } = environment
    await environment.addClaims(1)
    const run = await environment.createRun()
    const markers = new Set<string>()
    let isDrained = false
    const parts = await environment.parts({
      node: {
        broadcast: async (attempt) => {
          const { kind, signature } = attempt as JournaledAttempt
          if (kind === 'marker') markers.add(signature)
          if (markers.size > 0 || isDrained) return rpc.broadcast(attempt)
          isDrained = true
          await drain()
          return { accepted: true }
        },
      },
    })
    const never = { resendEveryMs: 3_600_000, holdAfterMs: 3_600_000, recheckHoldEveryMs: 500 }
    const outcome = runPayout(run, { ...parts, terms: never }, new AbortController().signal)
    await expect
      .poll(async () => (await environment.store.runs.find(run.id))?.message, { timeout: 60_000 })
      .toMatch(/^Waiting for SOL: .* does not hold enough SOL .*: send some to it\.$/)
    expect(markers.size).toBe(0)
    return { run, outcome, markers }
  }

  async function drain(): Promise<void> {
    const { localnet, wallet } = environment
    const amount = lamportsIn(localnet, wallet.signer.address) - LEFT_LAMPORTS - BASE_FEE_LAMPORTS
    await sendInstructions(localnet.url, wallet.signer, [
      getTransferSolInstruction({ source: wallet.signer, destination: freshSolanaAddress(), amount }),
    ])
  }

  const counts = (run: Run) => environment.store.runs.transferCounts(run.id)

  test('a run waits for the fee of a marker, saying so, and pays once there is SOL', {
    timeout: 120_000,
  }, async () => {
    const { run, outcome, markers } = await payOneThatIsLost()
    const { localnet, wallet } = environment
    await fundWallet({ rpcUrl: localnet.url, to: wallet.signer.address, amountLamports: 1_000_000_000n })
    expect(await outcome).toBe('finished')
    expect(markers.size).toBeGreaterThan(0)
    expect(await counts(run)).toMatchObject({ paid: 1, hold: 0, failed: 0 })
    expect(await environment.store.runs.find(run.id)).toMatchObject({ state: 'completed', message: null })
  })

  test('a run that is stopped meanwhile ends, and holds what only a marker would prove', {
    timeout: 120_000,
  }, async () => {
    const { run, outcome, markers } = await payOneThatIsLost()
    await environment.store.runs.askToStop(run.id, Date.now())
    expect(await outcome).toBe('finished')
    expect(markers.size).toBe(0)
    expect(await counts(run)).toMatchObject({ paid: 0, hold: 1, failed: 0 })
    const [held] = await environment.store.journal.unresolved(environment.wallet.genesisHash)
    expect(held).toMatchObject({
      state: 'hold',
      error: expect.stringMatching(/does not hold enough SOL for its fee/),
    })
  })
})

describe('rent step', () => {
  const RECIPIENTS = 40
  const ACCOUNT_BYTES = 165
  /** The second step of SIMD-0437: 1,488,440 lamports for a token account, and 650,240 for a wallet. */
  const NEXT_STEP = { lamportsPerByte: 5_080 }
  /** The units that the state of the whole reckons a payment with. */
  const UNITS_OF_ONE_PAYMENT = 60_000

  const portal = forAllTests(startPayingPortal, 60_000)

  function rentNow() {
    const { runtime } = portal.localnet.cluster
    return { account: runtime.rentExemptLamports(ACCOUNT_BYTES), wallet: runtime.rentExemptLamports(0) }
  }

  function stepNow(): number {
    const { slot } = portal.localnet.cluster.chain.tip
    portal.localnet.faults.use({ seed: 1, cluster: { rent: { fromSlot: slot, ...NEXT_STEP } } })
    return slot
  }

  const paid = async () => (await portal.call(endpoints.bulkSender.runs)).json().runs[0]

  test('rent that falls in mid-run is right to the lamport, in the ledger and in what the panel says is needed', {
    timeout: 120_000,
  }, async () => {
    await addClaims(
      portal.ferry.app,
      Array.from({ length: RECIPIENTS }, () => sampleClaim({ solAddress: freshSolanaAddress() })),
    )
    await portal.configure('bulk', { batchSize: 5, delayBetweenBatches: 1_500 })
    const balances = new WalletBalances(portal.ferry.app, { maxAgeMs: 0, keptMs: 60_000 })
    const payable = new PayableClaims(portal.ferry.app)
    const needed = async () =>
      (await readPortalState({ ...portal.ferry.app, balances }, payable)).senders.bulk.need?.sol
    const mostNeeded = (queued: number, { account, wallet }: ReturnType<typeof rentNow>) =>
      inSol(BigInt(queued) * (account + fee) + wallet)
    const sender = await portal.ferry.app.store.senders.find('bulk')
    const fee = transactionFeeLamports(UNITS_OF_ONE_PAYMENT, BigInt(sender?.priorityFeeCap ?? 0))
    const before = rentNow()
    await expect.poll(needed).toBe(mostNeeded(RECIPIENTS, before))

    await portal.call(endpoints.bulkSender.start)
    await expect.poll(async () => (await paid())?.paid, { timeout: 60_000 }).toBeGreaterThanOrEqual(10)
    const stepSlot = stepNow()
    await expect.poll(() => rentNow().account).toBe(1_488_440n)
    await expect
      .poll(async () => (await paid())?.status, { timeout: 90_000, interval: 200 })
      .toBe('completed')

    const attempts = bookedRents()
    const rents = new Map<string, { slot: number; lamports: bigint }>(
      landedWithMemo(portal.localnet, portal.walletTokenAccount).map((landed) => [
        landed.signature,
        { slot: landed.block.slot, lamports: rentPaidBy(landed) },
      ]),
    )
    // What is signed just before the step and lands just after it is booked by the rent of before.
    const sure = attempts.filter(
      ({ signature, contextSlot }) => contextSlot > stepSlot || (rents.get(signature)?.slot ?? 0) < stepSlot,
    )
    expect(sure.length).toBeGreaterThanOrEqual(attempts.length - 1)
    for (const { signature, rentLamports } of sure) {
      expect(rentLamports).toBe(rents.get(signature)?.lamports)
    }
    expect(new Set(sure.map(({ rentLamports }) => rentLamports / 5n))).toEqual(
      new Set([before.account, rentNow().account]),
    )

    await addClaims(portal.ferry.app, [sampleClaim({ solAddress: freshSolanaAddress() })])
    await expect.poll(needed).toBe(mostNeeded(1, rentNow()))
  })

  /** Reads the rents that the ledger has, as they were journaled. */
  function bookedRents() {
    return readRows<{ signature: string; contextSlot: number; rent: string }>(
      portal.ferry.databaseFile,
      "select signature, context_slot as contextSlot, rent_lamports as rent from attempt where kind = 'payment'",
    ).map(({ rent, ...attempt }) => ({ ...attempt, rentLamports: BigInt(rent) }))
  }

  /** Sums what the new accounts of a transaction hold: none of them existed before. */
  function rentPaidBy({
    preBalances,
    postBalances,
  }: {
    preBalances: bigint[]
    postBalances: bigint[]
  }): bigint {
    return postBalances.reduce((sum, after, index) => (preBalances[index] === 0n ? sum + after : sum), 0n)
  }
})
