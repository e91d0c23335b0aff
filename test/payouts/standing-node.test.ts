import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RpcServer } from '#lab/localnet/rpc-server.ts'
import { runPayout } from '#payout/run-payout.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'

/** Tests nodes that answer every request, from a slot at which they stand still. They still relay transactions. */

const CLAIMS = 12
const PAYING_MS = 60_000

let environment: SendingEnvironment
let healthy: RpcServer
beforeEach(async () => {
  environment = await prepareSendingEnvironment()
  healthy = await environment.localnet.openHonestNode()
})
afterEach(async () => {
  await healthy.close()
  await environment.close()
})

/** Has the localnet's own node stand still from now on, or go on. */
function standStill(isStanding: boolean) {
  const rules = isStanding ? [{ kind: 'standStill' as const, probability: 1 }] : []
  environment.localnet.faults.use({ seed: 1, rules })
}

const node = () => connectRpc(environment.localnet.url)
const runOf = async (id: number) => environment.store.runs.find(id)
const sends = () => environment.localnet.calls().sendTransaction ?? 0

test('the first of two nodes stands still before the run: all are paid and recorded by the next, and the run names it', {
  timeout: 2 * PAYING_MS,
}, async () => {
  await environment.addClaims(CLAIMS)
  const run = await environment.createRun(2)
  standStill(true)
  const messages = new Set<string | null>()
  const paying = runPayout(
    run,
    await environment.parts({ nodes: [node(), connectRpc(healthy.url)] }),
    AbortSignal.timeout(PAYING_MS),
  )
  const look = async () => {
    const { state, message, waitingSinceMs } = (await runOf(run.id)) ?? {}
    if (waitingSinceMs === null) messages.add(message ?? null)
    return state
  }
  await expect.poll(look, { timeout: PAYING_MS, interval: 20 }).toBe('completed')
  expect(await paying).toBe('finished')
  expect(await environment.store.runs.transferCounts(run.id)).toMatchObject({ paid: CLAIMS, hold: 0 })
  const { host } = new URL(environment.localnet.url)
  const next = new URL(healthy.url).host
  expect([...messages]).toContainEqual(
    expect.stringMatching(
      new RegExp(
        `^The Solana RPC node ${host} answers, but stands still at slot \\d+: ${next} is read instead\\.$`,
      ),
    ),
  )
})

test('the first of two nodes stands still in mid-run: all are paid once, and nothing that landed is sent for ever', {
  timeout: 2 * PAYING_MS,
}, async () => {
  const claims = await environment.addClaims(CLAIMS)
  const run = await environment.createRun(1)
  const paying = runPayout(
    run,
    await environment.parts({ nodes: [node(), connectRpc(healthy.url)] }),
    AbortSignal.timeout(PAYING_MS),
  )
  const paid = async () => (await environment.store.runs.transferCounts(run.id)).paid
  await expect.poll(paid, { timeout: PAYING_MS, interval: 20 }).toBeGreaterThan(2)
  standStill(true)
  expect(await paying).toBe('finished')
  expect(await environment.store.runs.transferCounts(run.id)).toMatchObject({ paid: CLAIMS, hold: 0 })
  standStill(false)
  for (const { solAddress, amountWei } of claims) {
    expect(await environment.balanceOf(solAddress)).toBe(amountWei / 10n ** 9n)
  }
  expect(sends()).toBeLessThan(5 * CLAIMS)
})

test('a single node that stands still is waited for, in words, and gone on with', {
  timeout: 2 * PAYING_MS,
}, async () => {
  await environment.addClaims(CLAIMS)
  const run = await environment.createRun(1)
  const paying = runPayout(
    run,
    await environment.parts({ nodes: [node()] }),
    AbortSignal.timeout(2 * PAYING_MS),
  )
  const paid = async () => (await environment.store.runs.transferCounts(run.id)).paid
  await expect.poll(paid, { timeout: PAYING_MS, interval: 20 }).toBeGreaterThan(2)
  standStill(true)
  await expect
    .poll(() => runOf(run.id), { timeout: PAYING_MS, interval: 50 })
    .toMatchObject({
      waitingSinceMs: expect.any(Number),
      message: expect.stringMatching(
        /^The Solana RPC node 127\.0\.0\.1:\d+ answers, but stands still at slot \d+\.$/,
      ),
    })
  standStill(false)
  expect(await paying).toBe('finished')
  expect(await environment.store.runs.transferCounts(run.id)).toMatchObject({ paid: CLAIMS, hold: 0 })
  expect(await runOf(run.id)).toMatchObject({ state: 'completed', message: null })
})
