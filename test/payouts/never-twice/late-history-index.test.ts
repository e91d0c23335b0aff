import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { FaultPlanInput } from '#lab/localnet/faults/fault-plan.ts'
import { landedWithMemo } from '../../harness/chain-state.ts'
import { expectSettled, expectWords } from '../../harness/expect-settled.ts'
import { prepareServerBed, type ServerBed } from '../../harness/server-bed.ts'
import { watchWords } from '../../harness/watch-words.ts'

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
