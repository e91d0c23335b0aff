import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { landedWithMemo } from '../harness/chain-state.ts'
import { expectSettled } from '../harness/expect-settled.ts'
import { type FindingBed, prepareFindingBed } from '../harness/finding-bed.ts'
import { drainSol, topUpSol } from '../harness/wallet-moves.ts'

let bed: FindingBed
afterEach(() => bed.close())

interface PastRun {
  id: string
  paid: number
}

const unresolved = () =>
  bed.rows("select id from attempt where state in ('journaled', 'broadcast', 'confirmed')")

test('out of SOL in mid-run: the run ends when nothing is in flight, and is counted as it was paid', {
  timeout: 180_000,
}, async () => {
  bed = await prepareFindingBed({ claimants: 60 })
  await bed.claimAll()
  expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
  // Slow landings keep transactions under way while the next ones are refused.
  bed.localnet.faults.use({
    seed: 1,
    rules: [{ kind: 'landLate', probability: 1, afterSlots: { min: 60, max: 60 } }],
  })
  await bed.do(endpoints.bulkSender.start)
  await expect
    .poll(() => landedWithMemo(bed.localnet, bed.sourceTokenAccount).length, {
      timeout: 30_000,
      interval: 20,
    })
    .toBeGreaterThan(1)
  await drainSol(bed, 12_000_000n)
  await expect.poll(async () => (await bed.status()).running, { timeout: 60_000, interval: 100 }).toBe(false)
  expect(unresolved()).toEqual([])
  expect((await bed.status()).progress?.message).toMatch(/\bSOL\b/)

  bed.localnet.faults.use({ seed: 1 })
  await topUpSol(bed)
  await bed.untilPaid()
  expect(unresolved()).toEqual([])
  const { runs }: { runs: PastRun[] } = await bed.do(endpoints.bulkSender.runs)
  expect(runs.length).toBeGreaterThan(1)
  const paid = bed.rows<{ run: number; paid: number }>(
    "select run_id as run, count(*) as paid from transfer where state = 'paid' group by run_id",
  )
  const paidByRun = new Map(paid.map((row) => [String(row.run), row.paid]))
  for (const run of runs) expect(run.paid, `run ${run.id}`).toBe(paidByRun.get(run.id) ?? 0)
  await expectSettled(bed)
})
