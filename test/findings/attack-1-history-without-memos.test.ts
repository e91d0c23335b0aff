import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../harness/add-claims.ts'
import { type AlteringNode, startAlteringNode } from '../harness/altering-node.ts'
import { type SecondFerry, startSecondFerry } from '../harness/lost-records.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'

const OWED = 1_500_000_000n

let paying: PayingPortal
let node: AlteringNode
let second: SecondFerry | undefined
beforeEach(async () => {
  paying = await startPayingPortal()
  node = await startAlteringNode(paying.localnet.url)
})
afterEach(async () => {
  await second?.close()
  second = undefined
  await node.close()
  await paying.close()
})

/** Changes answers to those of a node whose index keeps no memos. */
function withoutMemos(method: string, _count: number, result: unknown): unknown {
  if (method !== 'getSignaturesForAddress') return result
  return (result as object[]).map((entry) => ({ ...entry, memo: null }))
}

test('records are lost, and the history keeps no memos: payments are known by their bytes, nobody is paid twice', {
  timeout: 120_000,
}, async () => {
  const claims = Array.from({ length: 3 }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
  await paying.configure('bulk')
  await addClaims(paying.ferry.app, claims)
  expect(await paying.call(endpoints.bulkSender.start)).toMatchObject({ statusCode: 200 })
  const lastRun = async () => (await paying.call(endpoints.bulkSender.runs)).json().runs[0]
  await expect.poll(lastRun, { timeout: 60_000 }).toMatchObject({ status: 'completed' })

  node.lie(withoutMemos)
  second = await startSecondFerry(paying, node.url, claims)
  const { call } = second
  expect(await call(endpoints.bulkSender.start)).toMatchObject({ status: 200 })
  await expect
    .poll(async () => (await call(endpoints.bulkSender.runs)).body, { timeout: 30_000 })
    .toMatchObject({ runs: [{ status: 'failed', message: expect.stringMatching(/^The chain shows/) }] })
  for (const { solAddress } of claims) expect(await paying.balanceOf(solAddress)).toBe(OWED)
  expect(await call(endpoints.bulkSender.takeOver)).toMatchObject({
    status: 200,
    body: { payments: 3, claims: 3 },
  })
  for (const { solAddress } of claims) expect(await paying.balanceOf(solAddress)).toBe(OWED)
})
