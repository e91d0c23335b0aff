import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Run } from '#domain/run.ts'
import { runPayout } from '#payout/run-payout.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'

const CLAIMS = 5

let environment: SendingEnvironment
beforeEach(async () => {
  environment = await prepareSendingEnvironment()
})
afterEach(() => environment.close())

/** Pays a run through a node that may swallow what is sent. */
async function pay(run: Run, isSwallowed: (attempt: JournaledAttempt) => boolean): Promise<string> {
  const { rpc } = environment
  const parts = await environment.parts({
    node: {
      broadcast: async (attempt) =>
        isSwallowed(attempt as JournaledAttempt) ? { accepted: true } : rpc.broadcast(attempt),
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
