import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../harness/add-claims.ts'
import { payManually } from '../harness/pay-manually.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim, samplePayment } from '../harness/sample-rows.ts'
import { unknownSignature } from '../harness/unknown-signature.ts'

let portal: PayingPortal
beforeAll(async () => {
  portal = await startPayingPortal()
  await portal.configure('bulk')
})
afterAll(() => portal.close())

const stats = async () => (await portal.call(endpoints.admin.stats)).json()

/** Makes a claim of an amount, with more decimals than the token's nine. */
function claimOf(amountUA: string) {
  const amountWei = BigInt(amountUA.replace('.', ''))
  return sampleClaim({ solAddress: freshSolanaAddress(), amountUA, amountWei })
}

test('the sum sent is the recorded payments: without dust, without unproved marks, and unchanged by a reset', async () => {
  const [byRun, manual, said] = [
    claimOf('1.000000000000000001'),
    claimOf('2.000000000000000002'),
    claimOf('4.000000000000000004'),
  ]
  const mark = (body: object) => portal.call(endpoints.admin.markSent, { body })
  await addClaims(portal.ferry.app, [manual, said])
  const tx = await payManually(portal, manual.solAddress, 2_000_000_000n)
  expect((await mark({ id: manual.id, tx })).statusCode).toBe(200)
  expect((await mark({ id: said.id, tx: unknownSignature(), force: true })).statusCode).toBe(200)

  await addClaims(portal.ferry.app, [byRun])
  expect((await portal.call(endpoints.bulkSender.start)).statusCode).toBe(200)
  await expect.poll(stats, { timeout: 15_000 }).toMatchObject({ sent: 3 })
  const sums = { totalAmountSent: '3', totalAmountMarkedUnproved: '4' }
  expect(await stats()).toMatchObject({ ...sums, totalAmountSubmitted: '7.000000000000000007' })
  const onChain = await Promise.all(
    [byRun, manual, said].map(({ solAddress }) => portal.balanceOf(solAddress)),
  )
  expect(onChain).toEqual([1_000_000_000n, 2_000_000_000n, 0n])

  await expect
    .poll(async () => (await portal.call(endpoints.admin.resetClaims)).statusCode, { timeout: 15_000 })
    .toBe(200)
  expect(await stats()).toMatchObject({ ...sums, sent: 0, totalAmountSubmitted: '0' })
})

test("payments on another cluster than the sender's are not part of it", async () => {
  const { store } = portal.ferry.app
  const before = await stats()
  const claim = sampleClaim()
  await addClaims(portal.ferry.app, [claim])
  const elsewhere = { ...samplePayment(claim, unknownSignature()), genesisHash: 'another-cluster' }
  const action = { atMs: 1, action: 'mark_sent', subject: claim.id, detail: '' } as const
  expect(await store.claimDecisions.markSent(claim.id, elsewhere, action)).toBe('done')
  expect(await stats()).toMatchObject({ sent: 1, totalAmountSent: before.totalAmountSent })
})
