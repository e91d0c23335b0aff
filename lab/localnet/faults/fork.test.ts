import { type Address, generateKeyPairSigner, type Signature } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { memoInstruction, openTestWallet, type TestWallet } from '../../../test/harness/test-wallet.ts'
import type { FaultPlanInput } from './fault-plan.ts'

const SOL = 1_000_000_000n
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

function forkAt(depthSlots: number, relandProbability: number) {
  const relandAfterSlots = { min: 3, max: 3 }
  return {
    everySlots: 1,
    depthSlots: { min: depthSlots, max: depthSlots },
    relandProbability,
    relandAfterSlots,
  }
}

/** Rolls back each slot from the next one on as it ends. */
function forkFromNowOn(depthSlots: number, relandProbability: number) {
  use({ fork: forkAt(depthSlots, relandProbability) })
  tick(1)
}

function transfer(amount = SOL) {
  return getTransferSolInstruction({ source: wallet.signer, destination: recipient, amount })
}

async function statusOf(signature: Signature) {
  const search = { searchTransactionHistory: true }
  return (await wallet.rpc.getSignatureStatuses([signature], search).send()).value[0]
}

async function balanceOf(address: Address): Promise<bigint> {
  return (await wallet.rpc.getBalance(address).send()).value
}

const counts = () => localnet.faults.status().counts

describe('a fork', () => {
  test('undoes what landed: status, history, fees and balances', async () => {
    const before = await balanceOf(wallet.signer.address)
    forkFromNowOn(6, 0)
    const signature = await wallet.send([transfer()])
    expect(await statusOf(signature)).toMatchObject({ confirmationStatus: 'processed' })
    tick(1)
    use({})
    expect(await statusOf(signature)).toBeNull()
    tick(20)
    expect(await statusOf(signature)).toBeNull()
    const config = { ...CONFIRMED, encoding: 'base64', maxSupportedTransactionVersion: 0 } as const
    expect(await wallet.rpc.getTransaction(signature, config).send()).toBeNull()
    expect(await wallet.rpc.getSignaturesForAddress(recipient, CONFIRMED).send()).toEqual([])
    expect(await balanceOf(recipient)).toBe(0n)
    expect(await balanceOf(wallet.signer.address)).toBe(before)
    expect(counts()).toEqual({ fork: 2, undoneTransactions: 1 })
  })

  test('lets slots and heights go on, on other blockhashes', async () => {
    const { chain } = localnet.cluster
    forkFromNowOn(1, 0)
    const { slot, height, blockhash } = chain.tip
    tick(1)
    expect(chain.tip.height).toBe(height + 1)
    expect(chain.tip.slot).toBeGreaterThan(slot)
    expect(chain.isBlockhashValid(blockhash, chain.tip)).toBe(false)
  })

  test('a transaction whose blockhash is below lands again by itself, once, in a later slot', async () => {
    const { value: lifetime } = await wallet.rpc.getLatestBlockhash({ commitment: 'finalized' }).send()
    const { wire, signature } = await wallet.sign([transfer()], lifetime)
    forkFromNowOn(6, 1)
    await wallet.rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    const first = await statusOf(signature)
    tick(1)
    use({})
    expect(await statusOf(signature)).toBeNull()
    tick(20)
    const again = await statusOf(signature)
    expect(again).toMatchObject({ confirmationStatus: 'finalized', err: null })
    expect(again?.slot).toBeGreaterThan(first?.slot ?? 0n)
    expect(await balanceOf(recipient)).toBe(SOL)
    expect(counts()).toEqual({ fork: 2, undoneTransactions: 1, relandedTransactions: 1 })
  })

  test('a transaction on an abandoned blockhash never lands again', async () => {
    forkFromNowOn(6, 1)
    const { wire, signature } = await wallet.sign([transfer()])
    await wallet.rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    tick(1)
    use({})
    tick(10)
    await wallet.rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    expect(await statusOf(signature)).toBeNull()
    expect(await balanceOf(recipient)).toBe(0n)
  })

  test('restores token accounts and what was created', async () => {
    const payer = wallet.signer
    const automatic = setInterval(localnet.tick, 10)
    const what = { rpcUrl: localnet.url, payer, decimals: 6, supplyBaseUnits: 100n }
    const demo = await createDemoMint({ ...what, to: payer.address })
    clearInterval(automatic)
    tick(20)
    const { mint, tokenAccount: source } = demo
    const [ata] = await findAssociatedTokenPda({
      owner: recipient,
      mint,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    })
    const accounts = async () => {
      const config = { encoding: 'base64' } as const
      return (await wallet.rpc.getMultipleAccounts([payer.address, source, ata], config).send()).value
    }
    const before = await accounts()
    forkFromNowOn(2, 0)
    await wallet.send([
      getCreateAssociatedTokenIdempotentInstruction({ payer, ata, owner: recipient, mint }),
      getTransferCheckedInstruction({
        source,
        destination: ata,
        authority: payer,
        mint,
        amount: 40n,
        decimals: 6,
      }),
    ])
    expect((await accounts()).every((account) => account !== null)).toBe(true)
    tick(1)
    expect(await accounts()).toEqual(before)
    expect(before[2]).toBeNull()
  })

  test('never touches what landed before the plan came into force', async () => {
    const signature = await wallet.send([transfer()])
    use({ fork: forkAt(64, 0) })
    for (let slots = 0; slots < 30; slots += 1) {
      tick(1)
      expect(await statusOf(signature)).not.toBeNull()
    }
    expect(await balanceOf(recipient)).toBe(SOL)
  })

  test('reaches deep, but never touches what is finalized', async () => {
    const { chain } = localnet.cluster
    const sent: { signature: Signature; slot: number }[] = []
    localnet.faults.use({ seed: 1, cluster: { fork: { ...forkAt(64, 0), everySlots: 15 } } })
    for (let slots = 0; slots < 90; slots += 1) {
      const { value: lifetime } = await wallet.rpc.getLatestBlockhash({ commitment: 'finalized' }).send()
      const { wire, signature } = await wallet.sign([memoInstruction(`${slots}`)], lifetime)
      await wallet.rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
      sent.push({ signature, slot: chain.tip.slot })
      const finalizedBefore = chain.at('finalized').slot
      const { undoneTransactions: undoneBefore = 0 } = counts()
      tick(1)
      const gone = sent.filter((one) => !localnet.cluster.history.find(one.signature))
      expect(gone.every(({ slot }) => slot > finalizedBefore)).toBe(true)
      expect(gone.length).toBe((counts().undoneTransactions ?? 0) - undoneBefore)
      for (const one of gone) sent.splice(sent.indexOf(one), 1)
    }
    expect(counts().undoneTransactions).toBeGreaterThan((counts().fork ?? 0) * 3)
    expect(sent.length).toBeGreaterThan(12)
  })
})
