import type { Address, KeyPairSigner } from '@solana/kit'
import { getTransferCheckedInstruction } from '@solana-program/token'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { fundWallet } from '#lab/localnet/fund-wallet.ts'
import { sendInstructions } from '#lab/localnet/send-instructions.ts'
import { SigningClearance } from '#payout/clearance.ts'
import { systemClock } from '#payout/clock.ts'
import { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { tokenBalance } from '#solana/token-account.ts'
import { finalized } from '../harness/finalized.ts'
import { PAST_BARRIER } from '../harness/past-barrier.ts'
import { payFromWallet } from '../harness/pay-from-wallet.ts'
import { readyToSign } from '../harness/ready-to-sign.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'

let environment: SendingEnvironment
let treasury: KeyPairSigner
beforeEach(async () => {
  environment = await prepareSendingEnvironment()
  treasury = (await makeSolanaKey()).signer
  await fundWallet({ rpcUrl: environment.localnet.url, to: treasury.address, amountLamports: 1_000_000_000n })
})
afterEach(() => environment.close())

const sourceBalance = async () =>
  tokenBalance((await environment.rpc.finalizedAccount(environment.wallet.sourceTokenAccount)).account)

/** Sends everything that the wallet has to the treasury, and back again. Returns the slot in which it was back. */
async function emptyAndRefill(): Promise<number> {
  const { wallet, localnet, rpc } = environment
  const { mint, sourceTokenAccount: destination } = wallet
  const amount = await sourceBalance()
  await payFromWallet(environment, 'to the treasury', [{ to: treasury.address, baseUnits: amount }])
  const back = getTransferCheckedInstruction(
    {
      source: await associatedTokenAccount(mint, treasury.address),
      mint: mint.address,
      destination,
      authority: treasury,
      amount,
      decimals: mint.decimals,
    },
    { programAddress: mint.tokenProgram },
  )
  const signature = await sendInstructions(localnet.url, treasury, [back])
  await finalized(localnet.url, signature)
  return (await rpc.transaction(signature, mint.address))?.slot ?? 0
}

/** Returns the node without its history before a slot. */
function prunedBefore(slot: number): SolanaRpc {
  const { rpc } = environment
  return {
    ...rpc,
    firstAvailableBlock: async () => slot,
    historyOf: async (address, options) =>
      (await rpc.historyOf(address, options)).filter((entry) => entry.slot >= slot),
    transaction: async (signature, mint) => {
      const record = await rpc.transaction(signature, mint)
      return record && record.slot >= slot ? record : null
    },
  }
}

async function askBy(node: SolanaRpc) {
  const { genesisHash } = environment.wallet
  const asked: string[] = []
  const counted: SolanaRpc = {
    ...node,
    transaction: (signature, mint) => {
      asked.push(signature)
      return node.transaction(signature, mint)
    },
  }
  const reader = new FailoverRpc({ senders: [counted], second: null, genesisHash, clock: systemClock })
  const [run] = await environment.store.runs.unfinished()
  const clearance = new SigningClearance({
    store: environment.store,
    wallet: { ...environment.wallet, reader },
    clock: systemClock,
    barrier: PAST_BARRIER,
    onRefused: () => {},
    preflight: (node) => readyToSign(node, environment.wallet),
  })
  return { clearance: await clearance.ask(run ?? (await environment.createRun())), asked }
}

const [REACHES_NOT, BEHIND] = ['does not reach back far enough', /^The chain shows 1 payment /]

test('the records are gone, the wallet was emptied and refilled, and the node has only the refill: nothing is signed', {
  timeout: 60_000,
}, async () => {
  await expect.poll(sourceBalance).toBeGreaterThan(0n)
  const [claim] = await environment.addClaims(1)
  await payFromWallet(environment, 'ferry:an-attempt-that-was-lost', [
    { to: claim?.solAddress as Address, baseUnits: 1_000_000n },
  ])
  const refilledAt = await emptyAndRefill()
  expect((await askBy(prunedBefore(refilledAt))).clearance).toMatchObject({
    kind: 'wait',
    reason: expect.stringContaining(REACHES_NOT),
  })
  expect((await askBy(environment.rpc)).clearance).toMatchObject({
    kind: 'stop',
    reason: expect.stringMatching(BEHIND),
  })
})

test('a node with the wallet’s whole history is accepted, and each transaction is read once', {
  timeout: 60_000,
}, async () => {
  await expect.poll(sourceBalance).toBeGreaterThan(0n)
  await emptyAndRefill()
  const { clearance, asked } = await askBy(environment.rpc)
  expect(clearance).toMatchObject({ kind: 'clear' })
  expect(asked).toHaveLength(new Set(asked).size)
})
