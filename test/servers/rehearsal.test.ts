import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { troubleDatabase } from '#lab/rehearsal/database-trouble.ts'
import { CLAIMANTS_PER_KILL, payWhileKilled } from '#lab/rehearsal/pay-while-killed.ts'
import { rollDeploys } from '#lab/rehearsal/rolling-deploys.ts'
import { startDuringUploads, startTwoAtOnce } from '#lab/rehearsal/several-starts.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'

/** Each server is killed over and over; side by side they take less time. The first pays in v0, the others in v1. */
const SERVERS = 4
const KILLS_EACH = 5

test(`${SERVERS * KILLS_EACH} kills at varied moments of a run: everyone is paid exactly once`, {
  timeout: 600_000,
}, async () => {
  const outcomes = await Promise.all(
    Array.from({ length: SERVERS }, (_, server) =>
      payWhileKilled({
        kills: KILLS_EACH,
        // Two kills' more than there are kills: a run on a quick machine is not over before the last one.
        claimants: (KILLS_EACH + 2) * CLAIMANTS_PER_KILL,
        cluster: { v0: server === 0, slotMs: 50 },
        faults: null,
      }),
    ),
  )
  for (const { killsDuringRun, comparison } of outcomes) {
    expect(killsDuringRun).toBeGreaterThanOrEqual(KILLS_EACH - 1)
    expect(comparison).toEqual({ unpaid: 0, paidTwice: 0, wrongAmount: 0, disagreements: 0 })
  }
})

/** The short form of `npm run soak -- deploys`. */

const REQUESTS = 400

test('servers that are rolled one after the other fail no request', { timeout: 240_000 }, async () => {
  const outcome = await rollDeploys({
    requests: REQUESTS,
    servers: 3,
    requestsAtOnce: 4,
    shutdownDelayMs: 3_000,
  })
  expect(outcome).toMatchObject({ failed: 0, reasons: [], lost: 0, badEnds: 0 })
  expect(outcome.deploys).toBeGreaterThanOrEqual(3)
  const answered = Object.values(outcome.answered).reduce((sum, count) => sum + count, 0)
  expect(answered).toBeGreaterThanOrEqual(REQUESTS)
  expect(outcome.answered.claim).toBeGreaterThan(0)
})

/** The short form of `npm run soak -- database`. */

const STARTS = 5
const MOMENTS = 5

test('two first starts at once: one list with all its rows, and both are ready', {
  timeout: 300_000,
}, async () => {
  expect(await startTwoAtOnce(STARTS)).toEqual({ ready: 2 * STARTS, wrong: 0 })
})

test("a server that starts during another's upload takes no row from it", { timeout: 400_000 }, async () => {
  expect(await startDuringUploads(MOMENTS)).toEqual({ published: MOMENTS, refused: 0, lacking: 0 })
})

test('connections that are ended and restarts cost nothing but time', { timeout: 400_000 }, async () => {
  const outcome = await troubleDatabase({ terminations: 12, restarts: 2, claimants: 40 })
  expect(outcome).toMatchObject({
    restarts: 2,
    exits: 0,
    lost: 0,
    comparison: { unpaid: 0, paidTwice: 0, wrongAmount: 0, disagreements: 0 },
  })
  expect(outcome.slowestReadyMs).toBeLessThan(15_000)
  expect(Object.keys(outcome.statuses).filter((status) => !['200', '409', '503'].includes(status))).toEqual(
    [],
  )
})

describe('shutdown of a payer', () => {
  let paying: PayingPortal
  beforeEach(async () => {
    // Nothing becomes final: the run does not end by itself.
    paying = await startPayingPortal({ finalizedAfterSlots: 1_000_000 })
    await paying.configure('bulk')
  })
  afterEach(() => paying.close())

  const isLeased = async () => {
    const lease = await paying.ferry.app.store.leases.find(paying.wallet.address)
    return (lease?.expiresAtMs ?? 0) > 0
  }

  test('a stop gives the wallet back while requests are still served', async () => {
    const solAddress = freshSolanaAddress()
    await addClaims(paying.ferry.app, [sampleClaim({ solAddress, submittedAtMs: Date.now() })])
    expect((await paying.call(endpoints.bulkSender.start)).statusCode).toBe(200)
    await expect.poll(isLeased).toBe(true)
    paying.ferry.announceStop()
    await expect.poll(isLeased).toBe(false)
    const status = await paying.call(endpoints.bulkSender.status)
    expect(status.statusCode).toBe(200)
    expect(status.json()).toMatchObject({ running: true })
  })
})
