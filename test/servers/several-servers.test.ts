import { expect, test } from 'vitest'
import { troubleDatabase } from '#lab/rehearsal/database-trouble.ts'
import { startDuringUploads, startTwoAtOnce } from '#lab/rehearsal/several-starts.ts'

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
