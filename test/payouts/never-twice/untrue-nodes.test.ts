import type { Address } from '@solana/kit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { prepareFundedWallet } from '#lab/environment/environment.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { FaultPlanInput } from '#lab/localnet/faults/fault-plan.ts'
import { SigningClearance } from '#payout/clearance.ts'
import { systemClock } from '#payout/clock.ts'
import { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { RestartBarrier } from '#payout/records/restart-barrier.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { buildXlsx } from '../../harness/build-xlsx.ts'
import { tokenAccountOf, tokensIn } from '../../harness/chain-state.ts'
import { readyToSign } from '../../harness/claim-fixture.ts'
import { forEachTest } from '../../harness/for-tests.ts'
import { startAlteringNode } from '../../harness/node-proxies.ts'
import { payFromWallet } from '../../harness/pay-from-wallet.ts'
import { expectSettled, startPayingPortal } from '../../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../../harness/sample-rows.ts'
import { prepareSendingEnvironment } from '../../harness/sending-environment.ts'
import { prepareServerBed, type ServerBed } from '../../harness/server-bed.ts'

describe('nodes disagree', () => {
  const environment = forEachTest(prepareSendingEnvironment)

  const readerOf = (...senders: [SolanaRpc, ...SolanaRpc[]]) =>
    new FailoverRpc({
      senders,
      second: null,
      genesisHash: environment.wallet.genesisHash,
      clock: systemClock,
    })

  /** Opens a node whose answers about the wallet stay as they are now, while all else is up to date. */
  async function nodeStuckOnWallet(): Promise<SolanaRpc> {
    const { rpc, wallet } = environment
    const account = await rpc.finalizedAccount(wallet.sourceTokenAccount)
    const history = await rpc.historyOf(wallet.sourceTokenAccount, { minContextSlot: 0 })
    return {
      ...rpc,
      finalizedAccount: async () => account,
      historyOf: async (_address, { before }) => (before ? [] : history),
    }
  }

  test('one node behind the URL stopped before the lost payments: nothing is signed by its answers', {
    timeout: 60_000,
  }, async () => {
    const { rpc } = environment
    // The transactions that funded the wallet have to be final first.
    await expect
      .poll(() => rpc.finalizedAccount(environment.wallet.sourceTokenAccount))
      .toMatchObject({
        account: expect.anything(),
      })
    const stuck = await nodeStuckOnWallet()
    const [claim] = await environment.addClaims(1)
    await payFromWallet(environment, 'ferry:an-attempt-that-was-lost', [
      { to: claim?.solAddress as Address, baseUnits: 1_000_000n },
    ])
    const run = await environment.createRun()
    const clearanceBy = (node: SolanaRpc) =>
      new SigningClearance({
        store: { ...environment.store, isNew: false },
        wallet: { ...environment.wallet, reader: readerOf(node) },
        clock: systemClock,
        barrier: new RestartBarrier(systemClock, () => 0),
        onRefused: () => {},
        preflight: (node) => readyToSign(node, environment.wallet),
      })
    const untilPast = async (clearance: SigningClearance) => {
      let asked = await clearance.ask(run)
      while (asked.kind === 'wait' && asked.reason.startsWith('Waiting until')) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        asked = await clearance.ask(run)
      }
      return asked
    }
    expect(await untilPast(clearanceBy(stuck))).toMatchObject({
      kind: 'wait',
      reason: expect.stringContaining('is behind what was seen before'),
    })
    expect(await untilPast(clearanceBy(rpc))).toMatchObject({ kind: 'stop' })
  })

  test('the first node is behind, and down later: the wait for payments in flight uses the height of the node that was ahead', async () => {
    const { rpc } = environment
    let isGone = false
    const behind: SolanaRpc = {
      ...rpc,
      async latestBlockhash() {
        if (isGone) return rpc.latestBlockhash()
        const { blockhash, lastValidBlockHeight, contextSlot } = await rpc.latestBlockhash()
        return { blockhash, lastValidBlockHeight: lastValidBlockHeight - 300, contextSlot: contextSlot - 300 }
      },
      async finalizedPosition() {
        const { blockHeight, slot } = await rpc.finalizedPosition()
        return isGone ? { blockHeight, slot } : { blockHeight: blockHeight - 300, slot: slot - 300 }
      },
    }
    const barrier = new RestartBarrier(systemClock, () => 0)
    const { lastValidBlockHeight } = await rpc.latestBlockhash()
    await barrier.raise(readerOf(behind, rpc))
    isGone = true
    const { blockHeight } = await rpc.finalizedPosition()
    expect((await barrier.left(readerOf(rpc)))?.blocks).toBeGreaterThan(
      lastValidBlockHeight - blockHeight - 20,
    )
  })
})

describe('exchanged answers', () => {
  type Rules = NonNullable<FaultPlanInput['rules']>

  const ROWS = 30

  /** The time for which answers are exchanged: several transactions expire meanwhile. */
  const MIXED_UP_MS = 40_000

  /**
   * Half the transactions are lost, and no recent status is known: all are decided at once, when they have expired, and an
   * answer about another one would give another result.
   */
  const LOSSY: Rules = [
    { kind: 'swallow', probability: 0.75 },
    { kind: 'statusNull', probability: 1, search: false },
  ]

  let bed: ServerBed
  afterEach(() => bed.close())

  /** Starts a distribution from a second wallet on the same server: its requests come in between. */
  async function startDistribution() {
    const { mint, walletKeyJson } = await prepareFundedWallet(bed.honestUrl)
    await bed.do(endpoints.standaloneSender.config, {
      body: {
        rpcUrl: bed.localnet.url,
        privateKey: walletKeyJson,
        tokenMintAddress: mint,
        batchSize: 5,
        delayBetweenBatches: 1000,
      },
    })
    const recipients = Array.from({ length: ROWS }, freshSolanaAddress)
    const rows = recipients.map((recipient, index) => [recipient, `${index + 1}`])
    const { distributionId } = await bed.upload(endpoints.standaloneSender.upload, {
      name: 'payments.xlsx',
      content: await buildXlsx({ rows }),
    })
    const press = () => bed.call(endpoints.standaloneSender.start, { params: { distributionId } })
    const balances = async () =>
      Promise.all(
        recipients.map(async (recipient) => tokensIn(bed.localnet, await tokenAccountOf(recipient, mint))),
      )
    return { press, balances, due: recipients.map((_, index) => BigInt(index + 1) * 10n ** 9n) }
  }

  async function payBothUnder(rules: Rules): Promise<number> {
    bed = await prepareServerBed({ claimants: 50 })
    await bed.claimAll()
    expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
    const distribution = await startDistribution()
    bed.localnet.faults.use({ seed: 3, rules: [...LOSSY, ...rules] })
    await bed.call(endpoints.bulkSender.start)
    await distribution.press()
    await new Promise((resolve) => setTimeout(resolve, MIXED_UP_MS))
    const exchanged = bed.localnet.faults.status().counts.exchangeAnswers ?? 0
    bed.localnet.faults.use({ seed: 3 })

    await bed.untilPaid()
    await expectSettled(bed)
    await expect
      .poll(
        async () => {
          await distribution.press()
          return distribution.balances()
        },
        { timeout: 60_000, interval: 1000 },
      )
      .toEqual(distribution.due)
    return exchanged
  }

  test('answers about statuses are exchanged between requests, with the ids of those they belong to', {
    timeout: 300_000,
  }, async () => {
    const methods = ['getSignatureStatuses']
    const exchanged = await payBothUnder([{ kind: 'exchangeAnswers', probability: 1, holdMs: 700, methods }])
    expect(exchanged).toBeGreaterThan(0)
  })

  test('an answer with an unknown id is no answer', { timeout: 240_000 }, async () => {
    bed = await prepareServerBed({ claimants: 20 })
    await bed.claimAll()
    bed.localnet.faults.use({ seed: 1, rules: [{ kind: 'wrongId', probability: 1 }] })
    expect(await bed.configure()).toMatchObject({ status: 503, body: { code: 'rpc_unreachable' } })
    bed.localnet.faults.use({ seed: 1, rules: [{ kind: 'wrongId', probability: 0.2 }] })
    await expect.poll(async () => (await bed.configure()).status, { timeout: 60_000 }).toBe(200)
    await bed.untilPaid(150_000)
    await expectSettled(bed)
  })
})

describe('blockhash nonsense', () => {
  const OWED = 1_500_000_000n

  const paying = forEachTest(startPayingPortal)
  const node = forEachTest(() => startAlteringNode(paying.localnet.url))
  beforeEach(() => paying.configure('bulk', { rpcUrl: node.url }))

  interface Blockhash {
    context: { slot: number }
    value: { lastValidBlockHeight: number }
  }

  test.each<[string, (answer: Blockhash) => void]>([
    [
      'a last valid height in the far future',
      ({ value }) => {
        value.lastValidBlockHeight = 1e15
      },
    ],
    [
      'a last valid height of long ago',
      ({ value }) => {
        value.lastValidBlockHeight = 1
      },
    ],
    [
      'a slot in the far future',
      ({ context }) => {
        context.slot = 1e15
      },
    ],
  ])(
    '%s in one answer: it is not used, and everyone is paid all the same',
    {
      timeout: 60_000,
    },
    async (_, falsify) => {
      const claims = Array.from({ length: 2 }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
      await addClaims(paying.ferry.app, claims)
      node.alter((method, count, result) => {
        if (method === 'getLatestBlockhash' && count === 1) falsify(result as Blockhash)
        return result
      })
      const started = await paying.call(endpoints.bulkSender.start)
      expect(started.statusCode, started.body).toBe(200)
      const rowsOf = async () => {
        const { unresolved } = paying.ferry.app.store.journal
        return (await unresolved(paying.localnet.genesisHash)).map(
          ({ lastValidBlockHeight, contextSlot }) => [lastValidBlockHeight, contextSlot],
        )
      }
      const seen: unknown[] = []
      await expect
        .poll(
          async () => {
            seen.push(...(await rowsOf()))
            return (await paying.call(endpoints.bulkSender.runs)).json().runs[0]
          },
          { timeout: 30_000, interval: 50 },
        )
        .toMatchObject({ status: 'completed' })
      for (const [height, slot] of seen as [number, number][]) {
        expect(height).toBeLessThan(1e9)
        expect(height).toBeGreaterThan(1)
        expect(slot).toBeLessThan(1e9)
      }
      for (const { solAddress } of claims) expect(await paying.balanceOf(solAddress)).toBe(OWED)
    },
  )
})
