import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Run } from '#domain/run.ts'
import { runPayout } from '#payout/run-payout.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'
import { watchedRpc } from '../harness/watched-rpc.ts'

/** More calls than a run of one batch makes before it is final. */
const CALLS = 24

let environment: SendingEnvironment
beforeAll(async () => {
  environment = await prepareSendingEnvironment()
})
afterAll(() => environment.close())

async function signedPayments(run: Run): Promise<number> {
  const { batchCount = 0 } = (await environment.store.runs.find(run.id)) ?? {}
  return batchCount
}

async function askToStop(run: Run): Promise<void> {
  expect(await environment.store.runs.askToStop(run.id)).toBe(true)
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
    await expect.poll(() => isWaiting, { timeout: 20_000 }).toBe(true)
    await askToStop(run)
    expect(await paying).toBe('finished')
    expect(await store.runs.find(run.id)).toMatchObject({ state: 'stopped' })
    expect(await signedPayments(run)).toBe(0)
    released.resolve()
  },
)
