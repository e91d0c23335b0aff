import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoInstruction, openTestWallet } from '#localnet/test-wallet.ts'
import { PortalClient } from '#rehearsal/portal-client.ts'
import { settleHeld } from '#rehearsal/settle-held.ts'
import { holdPayment } from '../harness/hold-payment.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { ADMIN_PASSWORD } from '../harness/start-portal.ts'
import { unknownSignature } from '../harness/unknown-signature.ts'

let portal: PayingPortal
beforeAll(async () => {
  portal = await startPayingPortal()
  await portal.configure('bulk')
})
afterAll(() => portal.close())

test('a rehearsal settles what is on hold by what the chain says of each transaction', async () => {
  const { ferry, cluster, localnet } = portal
  const signature = await (await openTestWallet(localnet)).send([memoInstruction('paid')])
  const landed = await holdPayment(ferry.portal, signature)
  const unseen = await holdPayment(ferry.portal, unknownSignature())
  await expect
    .poll(async () => (await cluster.finalizedPosition()).blockHeight, { timeout: 15_000 })
    .toBeGreaterThan(150)

  const client = new PortalClient(await ferry.listen())
  await client.signIn(ADMIN_PASSWORD)
  expect(await settleHeld(client, localnet.url)).toBe(2)

  expect(await client.holds()).toEqual({ holds: [] })
  const claims = await ferry.portal.store.claims.list({ limit: 10 })
  const told = claims.map(({ id, status, sol_tx }) => ({ id, status, sol_tx }))
  expect(told).toContainEqual({ id: landed.claim.id, status: 'sent', sol_tx: signature })
  expect(told).toContainEqual({ id: unseen.claim.id, status: 'queued', sol_tx: null })
})
