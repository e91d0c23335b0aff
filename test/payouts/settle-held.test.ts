import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { PortalClient } from '#lab/rehearsal/portal-client.ts'
import { settleHeld } from '#lab/rehearsal/settle-held.ts'
import { addClaims } from '../harness/add-claims.ts'
import { bindPayment } from '../harness/bind-payment.ts'
import { holdPayment } from '../harness/hold-payment.ts'
import { payManually } from '../harness/pay-manually.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { ADMIN_PASSWORD } from '../harness/start-portal.ts'
import { unknownSignature } from '../harness/unknown-signature.ts'

const OWED = 1_500_000_000n

let portal: PayingPortal
beforeAll(async () => {
  portal = await startPayingPortal()
  await portal.configure('bulk')
})
afterAll(() => portal.close())

test("a rehearsal settles holds by each transaction's result on the chain", async () => {
  const { ferry, localnet, mint, walletKeyJson } = portal
  const paid = sampleClaim({ solAddress: freshSolanaAddress() })
  await addClaims(ferry.app, [paid])
  const wallet = { rpcUrl: localnet.url, mint, walletKeyJson }
  const signature = await payManually(wallet, paid.solAddress, OWED)
  await bindPayment(ferry.app, paid, { signature, missing: 'the node did not tell' })
  const unseen = await holdPayment(ferry.app, unknownSignature())

  const client = new PortalClient(await ferry.listen())
  await client.signIn(ADMIN_PASSWORD)
  expect(await settleHeld(client, localnet.url)).toBe(2)

  expect(await client.send(endpoints.bulkSender.holds)).toEqual({ holds: [], nextCursor: null })
  const claims = await ferry.app.store.claims.list({ limit: 10 })
  const told = claims.map(({ id, status, solTx }) => ({ id, status, solTx }))
  expect(told).toContainEqual({ id: paid.id, status: 'sent', solTx: signature })
  expect(told).toContainEqual({ id: unseen.claim.id, status: 'queued', solTx: null })
})
