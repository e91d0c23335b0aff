import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../harness/add-claims.ts'
import { type AlteringNode, startAlteringNode } from '../harness/altering-node.ts'
import { type SecondFerry, startSecondFerry } from '../harness/lost-records.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'

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

test('payments known to be missing can not be gone on without by a history that no longer shows them', {
  timeout: 120_000,
}, async () => {
  const claims = Array.from({ length: 2 }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
  await paying.configure('bulk')
  await addClaims(paying.ferry.app, claims)
  expect(await paying.call(endpoints.bulkSender.start)).toMatchObject({ statusCode: 200 })
  const lastRun = async () => (await paying.call(endpoints.bulkSender.runs)).json().runs[0]
  await expect.poll(lastRun, { timeout: 60_000 }).toMatchObject({ status: 'completed' })

  second = await startSecondFerry(paying, node.url, claims)
  const { call } = second
  expect(await call(endpoints.bulkSender.start)).toMatchObject({
    status: 409,
    body: { code: 'records_behind_chain' },
  })
  // As an index that is late, or the next node behind the same URL.
  node.lie((method, _count, result) => (method === 'getSignaturesForAddress' ? [] : result))
  const goneOn = await call(endpoints.bulkSender.continueWithout, { body: { confirm: '0 payments' } })
  if (goneOn.status === 200) {
    await call(endpoints.bulkSender.start)
    const runs = second.ferry.app.store.runs
    await expect
      .poll(async () => (await runs.latest())?.finishedAtMs, { timeout: 30_000 })
      .toEqual(expect.any(Number))
  }
  for (const { solAddress } of claims) expect(await paying.balanceOf(solAddress)).toBe(1_500_000_000n)
  expect(goneOn.status).not.toBe(200)
})
