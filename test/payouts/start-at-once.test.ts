import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { callsBetween, totalCalls } from '#lab/localnet/call-counter.ts'
import { openStore } from '#store/store.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'

const CLAIMS = 4_000

/** Looking up 4,000 recipients takes at least 40 requests of 100 accounts each. */
const MOST_CALLS = 30

let bed: ServerBed
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
