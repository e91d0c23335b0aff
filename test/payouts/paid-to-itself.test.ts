import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../harness/add-claims.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'

let paying: PayingPortal
beforeEach(async () => {
  paying = await startPayingPortal()
  await paying.configure('bulk')
})
afterEach(() => paying.close())

const lastRun = async () => (await paying.call(endpoints.bulkSender.runs)).json().runs[0]

async function pay(): Promise<void> {
  const started = await paying.call(endpoints.bulkSender.start)
  expect(started.statusCode, started.body).toBe(200)
  await expect.poll(lastRun, { timeout: 30_000 }).toMatchObject({ status: 'completed' })
}

test('a claim to the sending wallet itself does not keep the next run from paying', {
  timeout: 120_000,
}, async () => {
  const own = sampleClaim({ solAddress: paying.wallet.address })
  await addClaims(paying.ferry.app, [own, sampleClaim({ solAddress: freshSolanaAddress() })])
  await pay()
  const next = sampleClaim({ solAddress: freshSolanaAddress() })
  await addClaims(paying.ferry.app, [next])
  await pay()
  expect(await paying.balanceOf(next.solAddress)).toBe(1_500_000_000n)
})
