import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { FaultPlanInput } from '#lab/localnet/faults/fault-plan.ts'
import { systemClock } from '#payout/clock.ts'
import { runPayout } from '#payout/run-payout.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { landedWithMemo } from '../../harness/chain-state.ts'
import { forEachTest } from '../../harness/for-tests.ts'
import { expectSettled, expectWords } from '../../harness/paying-portal.ts'
import { prepareSendingEnvironment } from '../../harness/sending-environment.ts'
import { prepareServerBed, type ServerBed } from '../../harness/server-bed.ts'
import { watchWords } from '../../harness/watch-words.ts'

describe('late history index', () => {
  type Rule = NonNullable<FaultPlanInput['rules']>[number]

  const LATE_BY_900: Rule = { kind: 'lateIndex', probability: 1, behindBlocks: { min: 900, max: 900 } }

  /** A second payment is looked for during this time, before the late index catches up. */
  const WATCHED_MS = 25_000

  let bed: ServerBed
  beforeEach(async () => {
    bed = await prepareServerBed({ claimants: 60 })
    // The late index then has the transactions that funded the wallet.
    bed.tick(1000)
    await bed.claimAll()
    expect((await bed.configure()).status).toBe(200)
  })
  afterEach(() => bed.close())

  function use(...rules: Rule[]) {
    bed.localnet.faults.use({ seed: 1, rules })
  }

  async function untilLanded(transactions: number): Promise<void> {
    const landed = () => landedWithMemo(bed.localnet, bed.sourceTokenAccount).length
    await expect.poll(landed, { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(transactions)
  }

  /** Expects that nobody is paid too much while the index is late, and that everyone is paid once it catches up. */
  async function expectNobodyPaidAgain(): Promise<void> {
    const untilMs = performance.now() + WATCHED_MS
    while (performance.now() < untilMs) {
      expect(await bed.overpaid()).toEqual([])
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    use()
    await bed.untilPaid()
    await expectSettled(bed)
  }

  test('killed after three transactions landed, restarted when no node has them in its cache', {
    timeout: 200_000,
  }, async () => {
    await bed.do(endpoints.bulkSender.start)
    await untilLanded(3)
    await bed.kill()
    use(LATE_BY_900)
    bed.tick(425)
    await bed.start()
    const words = watchWords(bed)
    await expectNobodyPaidAgain()
    await expectWords(words)
  })

  test('the node is down while three transactions are under way, and back when they have left its cache', {
    timeout: 200_000,
  }, async () => {
    const words = watchWords(bed)
    await bed.do(endpoints.bulkSender.start)
    await untilLanded(3)
    use({ kind: 'drop', probability: 1 })
    bed.tick(425)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    use(LATE_BY_900)
    await expectNobodyPaidAgain()
    await expectWords(words)
  })

  test('statuses that come from an index alone, 250 blocks late', { timeout: 200_000 }, async () => {
    const words = watchWords(bed)
    use({ kind: 'lateIndex', probability: 1, behindBlocks: { min: 250, max: 250 }, indexOnlyStatus: true })
    await bed.do(endpoints.bulkSender.start)
    await untilLanded(1)
    await expectNobodyPaidAgain()
    await expectWords(words)
  })
})

describe('neither landed nor expired', () => {
  const environment = forEachTest(prepareSendingEnvironment)

  /** A clock on which minutes pass in seconds. */
  const QUICK_CLOCK = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() * 200 }

  test.each<[string, (rpc: SolanaRpc) => Partial<SolanaRpc>]>([
    [
      'a node that says "confirmed" for ever, as of a fork that is gone',
      (rpc) => ({
        signatureStatuses: async (signatures) => ({
          contextSlot: (await rpc.latestBlockhash()).contextSlot,
          statuses: signatures.map(() => ({ slot: 1, commitment: 'confirmed', error: null })),
        }),
      }),
    ],
    [
      'a proxy that answers for ever with the first height it got',
      (rpc) => {
        const first = rpc.finalizedPosition()
        return {
          finalizedPosition: () => first,
          broadcast: async () => ({ accepted: true }),
        }
      },
    ],
  ])('%s: the run shows what it waits for', { timeout: 40_000 }, async (_, broken) => {
    await environment.addClaims(1)
    const run = await environment.createRun()
    const parts = await environment.parts({ node: broken(environment.rpc) })
    const stop = new AbortController()
    const running = runPayout(run, { ...parts, clock: QUICK_CLOCK }, stop.signal)
    await expect
      .poll(() => environment.store.runs.find(run.id))
      .toMatchObject({ message: expect.stringContaining('neither finalized nor expired') })
    stop.abort()
    expect(await running).toBe('interrupted')
  })
})
