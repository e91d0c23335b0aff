import type { Signature } from '@solana/kit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTickedLocalnet, type TickedLocalnet } from '../../../test/harness/ticked-localnet.ts'
import type { FaultPlanInput } from './fault-plan.ts'

const CONFIRMED = { commitment: 'confirmed' } as const

let net: TickedLocalnet
beforeEach(async () => {
  net = await startTickedLocalnet(30)
})
afterEach(() => net.close())

function use(cluster: NonNullable<FaultPlanInput['cluster']>) {
  net.localnet.faults.use({ seed: 1, cluster })
}

const statusOf = (signature: Signature) => net.wallet.statusOf(signature, { searchTransactionHistory: true })

test('blockhashes expire at once, with slots and heights that move on', async () => {
  const { wire, signature } = await net.wallet.sign([net.transfer()])
  const { height, slot } = net.localnet.cluster.chain.tip
  use({ expireBlockhashes: { everySlots: 1 } })
  net.tick(1)
  use({})
  expect(net.localnet.cluster.chain.tip.height).toBe(height + 161)
  expect(net.localnet.cluster.chain.tip.slot).toBeGreaterThan(slot + 161)
  await net.wallet.rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
  net.tick(1)
  expect(await statusOf(signature)).toBeNull()
  expect(net.localnet.faults.status().counts).toEqual({ expireBlockhashes: 1 })
})

test('pruned history is gone while the plan is in force', async () => {
  const signature = await net.wallet.send([net.transfer()])
  net.tick(330)
  const config = { ...CONFIRMED, encoding: 'base64', maxSupportedTransactionVersion: 0 } as const
  const look = async () => ({
    first: await net.wallet.rpc.getFirstAvailableBlock().send(),
    status: (await statusOf(signature)) !== null,
    transaction: (await net.wallet.rpc.getTransaction(signature, config).send()) !== null,
    listed: (await net.wallet.rpc.getSignaturesForAddress(net.recipient, CONFIRMED).send()).length,
  })
  expect(await look()).toEqual({ first: 0n, status: true, transaction: true, listed: 1 })
  use({ prune: { everySlots: 1, keepSlots: 100 } })
  const first = BigInt(net.localnet.cluster.chain.tip.slot - 100)
  net.tick(1)
  expect(await look()).toEqual({ first, status: false, transaction: false, listed: 0 })
  use({})
  expect(await look()).toEqual({ first: 0n, status: true, transaction: true, listed: 1 })
})
