import { expect, test } from 'vitest'
import { rollDeploys } from '#lab/rehearsal/rolling-deploys.ts'

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
