import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../harness/add-claims.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'

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

test('a stop gives the wallet back while requests are still served', { timeout: 60_000 }, async () => {
  const solAddress = freshSolanaAddress()
  await addClaims(paying.ferry.app, [sampleClaim({ solAddress, submittedAtMs: Date.now() })])
  expect((await paying.call(endpoints.bulkSender.start)).statusCode).toBe(200)
  await expect.poll(isLeased, { timeout: 30_000 }).toBe(true)
  paying.ferry.announceStop()
  await expect.poll(isLeased, { timeout: 30_000 }).toBe(false)
  const status = await paying.call(endpoints.bulkSender.status)
  expect(status.statusCode).toBe(200)
  expect(status.json()).toMatchObject({ running: true })
})
