import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { createPaymentAuthorization } from '#app/payouts/payment-authorization.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { addClaims } from '../harness/add-claims.ts'
import { alterStore } from '../harness/alter-store.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'

const OWED = 1_500_000_000n

let paying: PayingPortal
let claims: NewClaim[]
beforeEach(async () => {
  paying = await startPayingPortal()
  await paying.configure('bulk')
  claims = Array.from({ length: 2 }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
  await addClaims(paying.ferry.app, claims)
  expect((await paying.call(endpoints.bulkSender.start)).statusCode).toBe(200)
  await expect.poll(lastRun, { timeout: 60_000 }).toMatchObject({ finishedAt: expect.any(Number) })
  alterStore(
    paying.ferry.databaseFile,
    "update claim set status = 'queued', sol_tx = null, settled_at_ms = null",
    "update transfer set state = 'queued', paid_tx = null, settled_at_ms = null",
  )
})
afterEach(() => paying.close())

const lastRun = async () => (await paying.call(endpoints.bulkSender.runs)).json().runs[0]

test('paid payments put back into the queue are not paid twice: the records lack what the chain shows', {
  timeout: 120_000,
}, async () => {
  expect((await paying.call(endpoints.bulkSender.start)).json()).toMatchObject({
    code: 'records_behind_chain',
  })
  expect((await paying.call(endpoints.bulkSender.takeOver)).json()).toMatchObject({ claims: 2 })
  for (const { solAddress } of claims) expect(await paying.balanceOf(solAddress)).toBe(OWED)
})

test('paid payments put back while a run pays are not signed again, with a reason', {
  timeout: 120_000,
}, async () => {
  const { store, signers, seals } = paying.ferry.app
  const queued = await store.journal.nextTransfers((await store.runs.latest())?.id ?? 0, 9)
  const { check } = createPaymentAuthorization({ store, signers, seals })
  const token = {
    mintAddress: paying.mint,
    mintDecimals: 9,
    genesisHash: paying.localnet.genesisHash,
  }
  expect([...(await check(queued, token)).values()]).toEqual(
    claims.map(() => expect.stringMatching(/^It was paid before, by transaction \w{80}/)),
  )
})
