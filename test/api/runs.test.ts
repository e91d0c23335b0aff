import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../harness/add-claims.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'

let portal: PayingPortal
beforeAll(async () => {
  portal = await startPayingPortal()
})
afterAll(() => portal.close())

async function runs(query: Record<string, string> = {}) {
  return (await portal.call(endpoints.bulkSender.runs, { query })).json()
}

const untilNewest = (status: string) =>
  expect.poll(async () => (await runs()).runs[0], { timeout: 30_000 }).toMatchObject({ status })

test('past runs of both senders, newest first, as each of them ended', { timeout: 60_000 }, async () => {
  expect(await runs()).toEqual({ asOf: expect.any(Number), runs: [], nextCursor: null })
  await portal.configure('bulk')
  await portal.configure('standalone')
  const claims = [
    sampleClaim({ solAddress: freshSolanaAddress() }),
    sampleClaim({ solAddress: portal.walletTokenAccount }),
  ]
  await addClaims(portal.ferry.app, claims)
  await portal.call(endpoints.bulkSender.start)
  await untilNewest('completed')
  // The comparison with the chain follows once the run has ended.
  await expect.poll(async () => (await runs()).runs[0].comparison, { timeout: 30_000 }).not.toBeNull()
  const [first] = (await runs()).runs
  expect(first).toEqual({
    id: expect.stringMatching(/^\d+$/),
    sender: 'bulk',
    distributionId: null,
    fileName: null,
    cluster: 'other',
    status: 'completed',
    walletAddress: portal.wallet.address,
    tokenMintAddress: portal.mint,
    transferCount: 2,
    limits: { count: null, amountUA: null, selected: null, canary: null },
    paid: 1,
    paidAmountUA: '1.5',
    tokenName: 'TOKEN',
    failed: 1,
    held: 0,
    rejected: 0,
    inOtherRuns: 0,
    startedAt: expect.any(Number),
    finishedAt: expect.any(Number),
    message: '1 payment failed.',
    cost: {
      estimatedFeeSOL: expect.stringMatching(/^0\.0000\d+$/),
      estimatedRentSOL: '0.00203928',
      feeSOL: expect.stringMatching(/^0\.0000\d+$/),
      rentSOL: '0.00203928',
      transactions: 1,
    },
    comparison: {
      agrees: true,
      checkedAt: expect.any(Number),
      payments: 1,
      amountUA: '1.5',
      unknownPayments: 0,
      missing: 0,
      otherOutflows: 0,
      acknowledgedOutflows: 0,
    },
  })
  expect(first.comparison.checkedAt - first.finishedAt).toBeLessThan(60)
  expect(first.comparison.checkedAt).toBeGreaterThanOrEqual(first.finishedAt)

  // The next run takes the failed payment over; the result of the first one stays as it was.
  await portal.call(endpoints.bulkSender.start)
  await expect.poll(async () => (await runs()).runs).toHaveLength(2)
  await untilNewest('completed')
  expect((await runs()).runs).toMatchObject([{ transferCount: 1, paid: 0, failed: 1 }, first])

  const content = await buildXlsx({ rows: [[freshSolanaAddress(), '1']] })
  const uploaded = await portal.upload(endpoints.standaloneSender.upload, { name: 'p.xlsx', content })
  const { distributionId } = uploaded.json()
  await portal.call(endpoints.standaloneSender.start, { params: { distributionId } })
  await expect.poll(async () => (await runs()).runs).toHaveLength(3)
  await untilNewest('completed')
  const page = await runs({ limit: '2' })
  expect(page.runs).toMatchObject([
    { sender: 'standalone', distributionId, fileName: 'p.xlsx', paid: 1, failed: 0 },
    { sender: 'bulk', paid: 0 },
  ])
  const last = await runs({ limit: '2', cursor: page.nextCursor })
  expect(last).toMatchObject({ runs: [first], nextCursor: null })
})

test.each([{ limit: '0' }, { limit: '101' }, { cursor: 'abc' }])('refuses %o', async (query) => {
  expect(await runs(query as unknown as Record<string, string>)).toMatchObject({ code: 'invalid_request' })
})

test('needs a session', async () => {
  expect((await callEndpoint(portal.ferry.server, endpoints.bulkSender.runs)).statusCode).toBe(401)
})
