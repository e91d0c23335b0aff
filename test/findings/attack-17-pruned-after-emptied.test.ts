import type { Address, KeyPairSigner } from '@solana/kit'
import { getTransferCheckedInstruction } from '@solana-program/token'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { fundWallet } from '#lab/localnet/fund-wallet.ts'
import { sendInstructions } from '#lab/localnet/send-instructions.ts'
import { SigningClearance } from '#payout/clearance.ts'
import { systemClock } from '#payout/clock.ts'
import { ClusterReader } from '#payout/cluster-reader.ts'
import type { Cluster } from '#solana/cluster.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { tokenBalance } from '#solana/token-balance.ts'
import { finalized } from '../harness/finalized.ts'
import { payFromWallet } from '../harness/pay-from-wallet.ts'
import { readyToSign } from '../harness/ready-to-sign.ts'
import { prepareSendingGround, type SendingGround } from '../harness/sending-ground.ts'

let ground: SendingGround
let treasury: KeyPairSigner
beforeEach(async () => {
  ground = await prepareSendingGround()
  treasury = (await makeSolanaKey()).signer
  await fundWallet({ rpcUrl: ground.localnet.url, to: treasury.address, amountLamports: 1_000_000_000n })
})
afterEach(() => ground.close())

const sourceBalance = async () =>
  tokenBalance((await ground.cluster.finalizedAccount(ground.wallet.sourceTokenAccount)).account)

/** Sends everything that the wallet has to the treasury, and back again. Gives the slot in which it was back. */
async function emptyAndRefill(): Promise<number> {
  const { wallet, localnet, cluster } = ground
  const { mint, sourceTokenAccount: destination } = wallet
  const amount = await sourceBalance()
  await payFromWallet(ground, 'to the treasury', [{ to: treasury.address, baseUnits: amount }])
  const back = getTransferCheckedInstruction(
    {
      source: await associatedTokenAccount(mint, treasury.address),
      ...{ mint: mint.address, destination, authority: treasury, amount, decimals: mint.decimals },
    },
    { programAddress: mint.tokenProgram },
  )
  const signature = await sendInstructions(localnet.url, treasury, [back])
  await finalized(localnet.url, signature)
  return (await cluster.transaction(signature, mint.address))?.slot ?? 0
}

/** The node, without anything from before a slot. */
function prunedBefore(slot: number): Cluster {
  const { cluster } = ground
  return {
    ...cluster,
    firstAvailableBlock: async () => slot,
    historyOf: async (address, options) =>
      (await cluster.historyOf(address, options)).filter((entry) => entry.slot >= slot),
    transaction: async (signature, mint) => {
      const record = await cluster.transaction(signature, mint)
      return record && record.slot >= slot ? record : null
    },
  }
}

async function askBy(node: Cluster) {
  const { genesisHash } = ground.wallet
  const asked: string[] = []
  const counted: Cluster = {
    ...node,
    transaction: (signature, mint) => {
      asked.push(signature)
      return node.transaction(signature, mint)
    },
  }
  const reader = new ClusterReader({ senders: [counted], second: null, genesisHash, clock: systemClock })
  const [run] = await ground.store.runs.unfinished()
  const clearance = new SigningClearance({
    store: ground.store,
    wallet: { ...ground.wallet, reader },
    clock: systemClock,
    barrier: { isPast: true, blocksLeft: async () => 0, newestSlot: 0 },
    onRefused: () => {},
    preflight: (node) => readyToSign(node, ground.wallet),
  })
  return { clearance: await clearance.ask(run ?? (await ground.createRun())), asked }
}

const [REACHES_NOT, BEHIND] = ['does not reach back far enough', /^The chain shows 1 payment /]

test('the records are gone, the wallet was emptied and refilled, and the node has the refill alone: nothing is signed', {
  timeout: 60_000,
}, async () => {
  await expect.poll(sourceBalance).toBeGreaterThan(0n)
  const [claim] = await ground.addClaims(1)
  await payFromWallet(ground, 'ferry:an-attempt-that-was-lost', [
    { to: claim?.sol_address as Address, baseUnits: 1_000_000n },
  ])
  const refilledAt = await emptyAndRefill()
  expect((await askBy(prunedBefore(refilledAt))).clearance).toMatchObject({
    kind: 'wait',
    reason: expect.stringContaining(REACHES_NOT),
  })
  expect((await askBy(ground.cluster)).clearance).toMatchObject({
    kind: 'stop',
    reason: expect.stringMatching(BEHIND),
  })
})

test('a node that has the wallet from its first transaction on is believed, and asked for none twice', {
  timeout: 60_000,
}, async () => {
  await expect.poll(sourceBalance).toBeGreaterThan(0n)
  await emptyAndRefill()
  const { clearance, asked } = await askBy(ground.cluster)
  expect(clearance).toMatchObject({ kind: 'clear' })
  expect(asked).toHaveLength(new Set(asked).size)
})
