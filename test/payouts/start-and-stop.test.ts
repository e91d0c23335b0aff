import { getEventListeners } from 'node:events'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Run } from '#domain/run.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { callsBetween, totalCalls } from '#lab/localnet/call-counter.ts'
import { systemClock } from '#payout/clock.ts'
import { runPayout } from '#payout/run-payout.ts'
import { RunStoppedError, runUntilStopped } from '#payout/run-until-stopped.ts'
import { openStore } from '#store/store.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { sampleClaim, sampleRun } from '../harness/sample-rows.ts'
import { prepareSendingEnvironment } from '../harness/sending-environment.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'
import { watchedRpc } from '../harness/test-node.ts'

let bed: ServerBed

describe('start at once', () => {
  const CLAIMS = 4_000

  /** Looking up 4,000 recipients takes at least 40 requests of 100 accounts each. */
  const MOST_CALLS = 30
  afterEach(() => bed.close())

  test('Start answers before it has looked thousands of recipients up', { timeout: 120_000 }, async () => {
    bed = await prepareServerBed({ claimants: 1 })
    expect((await bed.configure({ batchSize: 50 })).status).toBe(200)
    const store = await openStore(join(bed.dataFolder, 'ferry.sqlite'))
    const claims = Array.from({ length: CLAIMS }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
    await store.claims.insertMany(claims)
    await store.close()
    // Background requests are delayed meanwhile, so that only those that Start waits for are counted.
    bed.localnet.faults.use({
      seed: 1,
      rules: [
        {
          kind: 'delay',
          probability: 1,
          methods: ['getMultipleAccounts'],
          delayMs: { min: 500, max: 500 },
        },
      ],
    })
    const before = bed.localnet.calls()
    expect(await bed.call(endpoints.bulkSender.start)).toMatchObject({ status: 200 })
    const calls = callsBetween(before, bed.localnet.calls())
    expect(totalCalls(calls), JSON.stringify(calls)).toBeLessThanOrEqual(MOST_CALLS)
  })
})

describe('run stays as started', () => {
  beforeAll(async () => {
    bed = await prepareServerBed({ claimants: 14 })
    // Slow enough that claims come in while it pays.
    expect(await bed.configure({ batchSize: 1, delayBetweenBatches: 1500 })).toMatchObject({ status: 200 })
  }, 240_000)
  afterAll(() => bed?.close())

  async function claim(from: number, to: number): Promise<void> {
    for (const holder of bed.migration.holders.slice(from, to)) {
      expect(await bed.claim(holder)).toMatchObject({ status: 200 })
    }
  }

  const runs = async () => (await bed.do(endpoints.bulkSender.runs)).runs

  async function startFor(count: number): Promise<void> {
    const started = await bed.do(endpoints.bulkSender.start)
    expect(started.message).toBe(`Bulk send started for ${count} queued claims.`)
    await expect.poll(async () => (await runs())[0]?.paid, { timeout: 120_000 }).toBeGreaterThan(0)
  }

  async function expectEnded(count: number): Promise<void> {
    await expect.poll(async () => (await bed.status()).running, { timeout: 120_000 }).toBe(false)
    expect((await runs())[0]).toMatchObject({ transferCount: count, paid: count, status: 'completed' })
  }

  test('over a restart of the server, and over another node', { timeout: 300_000 }, async () => {
    await claim(0, 5)
    await startFor(5)
    await claim(5, 9)
    await bed.stop()
    await bed.start()
    await expectEnded(5)
    expect((await bed.status()).queuedClaimsCount).toBe(4)

    await startFor(4)
    await claim(9, 14)
    const change = { batchSize: 1, delayBetweenBatches: 1500, rpcUrl: bed.honestUrl }
    expect(await bed.configure(change)).toMatchObject({ status: 200 })
    await expectEnded(4)
    expect((await bed.status()).queuedClaimsCount).toBe(5)
    expect(await bed.overpaid()).toEqual([])
  })
})

describe('the delay', () => {
  beforeAll(async () => {
    bed = await prepareServerBed({ claimants: 1 })
    // The longest delay that there is.
    const sender = { batchSize: 1, delayBetweenBatches: 600_000 }
    expect(await bed.configure(sender)).toMatchObject({ status: 200 })
  }, 240_000)
  afterAll(() => bed?.close())

  test('lies between two batches: a run ends when all is final', { timeout: 180_000 }, async () => {
    for (const holder of bed.migration.holders) expect((await bed.claim(holder)).status).toBe(200)
    await bed.do(endpoints.bulkSender.start, { body: { canary: 1 } })
    await expect.poll(async () => (await bed.status()).running, { timeout: 120_000 }).toBe(false)
    const { runs } = await bed.do(endpoints.bulkSender.runs)
    expect(runs[0]).toMatchObject({ transferCount: 1, paid: 1, status: 'completed' })
  })
})

const never = new AbortController().signal

/** Works without an end of its own, and checks its signal between two steps. */
async function endlessWork(signal: AbortSignal): Promise<never> {
  for (;;) {
    signal.throwIfAborted()
    await systemClock.sleep(20, never)
  }
}

async function withRun(use: (run: Run, store: Awaited<ReturnType<typeof openStore>>) => Promise<void>) {
  const store = await openStore(':memory:')
  const run = await store.runs.create(sampleRun())
  if (!run) throw new Error('A run is under way')
  await use(run, store)
  await store.close()
}

test('work ends soon after its run is stopped', () =>
  withRun(async (run, { runs }) => {
    const working = runUntilStopped(runs, systemClock, run.id, never, endlessWork)
    await runs.askToStop(run.id, Date.now())
    await expect(working).rejects.toThrow(RunStoppedError)
  }))

test('work that is done is done', () =>
  withRun(async (run, { runs }) => {
    expect(await runUntilStopped(runs, systemClock, run.id, never, async () => 7)).toBe(7)
  }))

test('nothing listens on its behalf once it is done: who listens keeps what it was about', () =>
  withRun(async (run, { runs }) => {
    let signals: AbortSignal[] = []
    await runUntilStopped(runs, systemClock, run.id, never, async (signal) => {
      signals = [signal]
    })
    expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([])
  }))

test('work ends with the process', () =>
  withRun(async (run, { runs }) => {
    const closing = new AbortController()
    const working = runUntilStopped(runs, systemClock, run.id, closing.signal, endlessWork)
    closing.abort(new Error('closing'))
    await expect(working).rejects.toThrow('closing')
  }))

describe('stop stops', () => {
  /** More calls than a run of one batch makes before it is final. */
  const CALLS = 24

  const environment = forAllTests(prepareSendingEnvironment)

  async function signedPayments(run: Run): Promise<number> {
    const { batchCount = 0 } = (await environment.store.runs.find(run.id)) ?? {}
    return batchCount
  }

  async function askToStop(run: Run): Promise<void> {
    expect(await environment.store.runs.askToStop(run.id, Date.now())).toBe(true)
  }

  test('after a stop in whichever call of a turn, nothing that pays is journaled', {
    timeout: 120_000,
  }, async () => {
    const { rpc } = environment
    const signedBefore = new Set<number>()
    for (let call = 1; call <= CALLS; call += 1) {
      await environment.addClaims(1)
      const run = await environment.createRun()
      let signedAtStop: number | null = null
      const stopAt = async (made: number) => {
        if (made !== call) return
        await askToStop(run)
        signedAtStop = await signedPayments(run)
      }
      const parts = await environment.parts({ node: watchedRpc(rpc, stopAt) })
      expect(await runPayout(run, parts, new AbortController().signal)).toBe('finished')
      if (signedAtStop === null) continue
      signedBefore.add(signedAtStop)
      expect(await signedPayments(run), `stopped at call ${call}`).toBe(signedAtStop)
    }
    // Not vacuous: some stops come before the first signature, and some after it.
    expect(signedBefore).toEqual(new Set([0, 1]))
  })

  test.each(['historyOf', 'latestBlockhash', 'recentPriorityFees', 'accounts', 'simulate'])(
    'a stop ends a run that waits for %s',
    { timeout: 60_000 },
    async (method) => {
      const { rpc, store } = environment
      await environment.addClaims(1)
      const run = await environment.createRun()
      const released = Promise.withResolvers<void>()
      let isWaiting = false
      const node = watchedRpc(rpc, async (_, asked) => {
        if (asked !== method) return
        isWaiting = true
        await released.promise
      })
      const paying = runPayout(run, await environment.parts({ node }), new AbortController().signal)
      await expect.poll(() => isWaiting).toBe(true)
      await askToStop(run)
      expect(await paying).toBe('finished')
      expect(await store.runs.find(run.id)).toMatchObject({ state: 'stopped' })
      expect(await signedPayments(run)).toBe(0)
      released.resolve()
    },
  )
})
