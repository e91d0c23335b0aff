import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { createTokenAccounts } from '#lab/localnet/create-token-accounts.ts'
import type { FaultRule } from '#lab/localnet/faults/fault-plan.ts'
import { landedWithMemo } from '../harness/chain-state.ts'
import { expectSentences, expectSettled } from '../harness/expect-settled.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'
import { drainSol, topUpSol } from '../harness/wallet-moves.ts'

/** Just above the rent-exempt minimum of an empty account: any fee would bring it below. */
const RENT_EDGE_LAMPORTS = 892_000n

let bed: ServerBed
afterEach(() => bed.close())

async function beginPaying(config: object, rules: FaultRule[] = []): Promise<void> {
  bed = await prepareServerBed({ claimants: 40 })
  await bed.claimAll()
  expect((await bed.configure(config)).status).toBe(200)
  bed.localnet.faults.use({ seed: 1, rules })
  await bed.do(endpoints.bulkSender.start)
}

/** Expects that each run counts what it paid, though another one paid the rest. */
async function expectRunsCounted(): Promise<void> {
  const { runs }: { runs: { id: string; paid: number }[] } = await bed.do(endpoints.bulkSender.runs)
  expect(runs.length).toBeGreaterThan(1)
  const paid = bed.rows<{ run: number; paid: number }>(
    "select run_id as run, count(*) as paid from transfer where state = 'paid' group by run_id",
  )
  const paidByRun = new Map(paid.map((row) => [String(row.run), row.paid]))
  for (const run of runs) expect(run.paid, `run ${run.id}`).toBe(paidByRun.get(run.id) ?? 0)
}

const landed = () => landedWithMemo(bed.localnet, bed.sourceTokenAccount).length

/** Expects that the run ends for missing SOL without failing any holder, and pays the rest once topped up. */
async function expectSolIsMissing(): Promise<void> {
  await expect.poll(async () => (await bed.status()).running, { timeout: 60_000, interval: 500 }).toBe(false)
  const { progress } = await bed.status()
  expect(progress?.message).toMatch(/\bSOL\b/)
  expectSentences([progress?.message ?? ''])
  expect(progress).toMatchObject({ failed: 0 })
  const underWay = () => bed.rows("select id from attempt where state in ('broadcast', 'confirmed')")
  await expect.poll(underWay, { timeout: 60_000, interval: 500 }).toEqual([])
  const failed = bed.rows("select failure from transfer where state = 'failed' or failure is not null")
  expect(failed).toEqual([])

  bed.localnet.faults.use({ seed: 1 })
  await topUpSol(bed)
  await bed.untilPaid()
  await expectSettled(bed)
  await expectRunsCounted()
}

describe('the wallet is drained of SOL in the middle of a run', () => {
  test.each([3_000_000n, 1_000_000n, RENT_EDGE_LAMPORTS])(
    'to %i lamports',
    { timeout: 180_000 },
    async (left) => {
      await beginPaying({ batchSize: 5 })
      await expect.poll(landed, { timeout: 30_000, interval: 20 }).toBeGreaterThan(1)
      await drainSol(bed, left)
      await expectSolIsMissing()
    },
  )

  test('while transactions that land slowly are under way: the run ends when none is', {
    timeout: 180_000,
  }, async () => {
    await beginPaying({ batchSize: 5 }, [
      { kind: 'landLate', probability: 1, afterSlots: { min: 60, max: 60 } },
    ])
    await expect.poll(landed, { timeout: 30_000, interval: 20 }).toBeGreaterThan(1)
    await drainSol(bed, 12_000_000n)
    await expect
      .poll(async () => (await bed.status()).running, { timeout: 60_000, interval: 100 })
      .toBe(false)
    expect(bed.rows("select id from attempt where state in ('journaled', 'broadcast', 'confirmed')")).toEqual(
      [],
    )
    await expectSolIsMissing()
  })

  test('after a transfer was sent, which then fails on the chain', { timeout: 180_000 }, async () => {
    await beginPaying({ batchSize: 1 })
    await expect.poll(landed, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0)
    bed.localnet.faults.use({
      seed: 1,
      rules: [{ kind: 'landLate', probability: 1, afterSlots: { min: 40, max: 40 } }],
    })
    await expect
      .poll(() => bed.localnet.faults.status().counts.landLate ?? 0, { timeout: 30_000, interval: 20 })
      .toBeGreaterThan(0)
    await drainSol(bed, 1_000_000n)
    await expectSolIsMissing()
    expect(bed.rows("select id from attempt where state = 'failed'")).not.toEqual([])
  })
})

test('recipients who have token accounts, and a wallet at the edge of its rent', {
  timeout: 180_000,
}, async () => {
  bed = await prepareServerBed({ claimants: 40 })
  const { mint, issuer: payer } = bed.environment
  const owners = bed.migration.holders.map(({ solanaAddress }) => solanaAddress)
  await createTokenAccounts({ rpcUrl: bed.honestUrl, payer, mint, owners })
  await bed.claimAll()
  expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
  await bed.do(endpoints.bulkSender.start)
  await expect.poll(landed, { timeout: 30_000, interval: 20 }).toBeGreaterThan(1)
  await drainSol(bed, RENT_EDGE_LAMPORTS)
  await expectSolIsMissing()
})
