import { type Address, generateKeyPairSigner, type Signature } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { openTestWallet, type TestWallet } from '../../../test/harness/test-wallet.ts'
import type { FaultPlanInput } from './fault-plan.ts'

const CONFIRMED = { commitment: 'confirmed' } as const

let localnet: Localnet
let wallet: TestWallet
let recipient: Address

beforeEach(async () => {
  localnet = await startLocalnet({ slotMs: null })
  wallet = await openTestWallet(localnet)
  recipient = (await generateKeyPairSigner()).address
  tick(30)
})
afterEach(() => localnet.close())

function use(cluster: NonNullable<FaultPlanInput['cluster']>) {
  localnet.faults.use({ seed: 1, cluster })
}

function tick(blocks: number) {
  for (let made = 0; made < blocks; made += 1) localnet.tick()
}

function transfer() {
  return getTransferSolInstruction({ source: wallet.signer, destination: recipient, amount: 1_000_000_000n })
}

async function statusOf(signature: Signature) {
  const search = { searchTransactionHistory: true }
  return (await wallet.rpc.getSignatureStatuses([signature], search).send()).value[0]
}

test('blockhashes expire at once, with slots and heights that move on', async () => {
  const { wire, signature } = await wallet.sign([transfer()])
  const { height, slot } = localnet.cluster.chain.tip
  use({ expireBlockhashes: { everySlots: 1 } })
  tick(1)
  use({})
  expect(localnet.cluster.chain.tip.height).toBe(height + 161)
  expect(localnet.cluster.chain.tip.slot).toBeGreaterThan(slot + 161)
  await wallet.rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
  tick(1)
  expect(await statusOf(signature)).toBeNull()
  expect(localnet.faults.status().counts).toEqual({ expireBlockhashes: 1 })
})

test('pruned history is gone while the plan is in force', async () => {
  const signature = await wallet.send([transfer()])
  tick(330)
  const config = { ...CONFIRMED, encoding: 'base64', maxSupportedTransactionVersion: 0 } as const
  const look = async () => ({
    first: await wallet.rpc.getFirstAvailableBlock().send(),
    status: (await statusOf(signature)) !== null,
    transaction: (await wallet.rpc.getTransaction(signature, config).send()) !== null,
    listed: (await wallet.rpc.getSignaturesForAddress(recipient, CONFIRMED).send()).length,
  })
  expect(await look()).toEqual({ first: 0n, status: true, transaction: true, listed: 1 })
  use({ prune: { everySlots: 1, keepSlots: 100 } })
  const first = BigInt(localnet.cluster.chain.tip.slot - 100)
  tick(1)
  expect(await look()).toEqual({ first, status: false, transaction: false, listed: 0 })
  use({})
  expect(await look()).toEqual({ first: 0n, status: true, transaction: true, listed: 1 })
})
