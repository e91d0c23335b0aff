import {
  type Base64EncodedWireTransaction,
  generateKeyPairSigner,
  getBase64Decoder,
  getTransactionEncoder,
  type Instruction,
  type TransactionMessageBytesBase64,
} from '@solana/kit'
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoInstruction, openTestWallet, type TestWallet } from '../../test/harness/test-wallet.ts'
import { type Localnet, startLocalnet } from './start-localnet.ts'

const PROCESSED = { commitment: 'processed', encoding: 'base64' } as const
const SOL = 1_000_000_000n

let localnet: Localnet
let wallet: TestWallet

beforeAll(async () => {
  localnet = await startLocalnet({ slotMs: null })
  wallet = await openTestWallet(localnet)
})
afterAll(() => localnet.close())

async function transfer(amount: bigint) {
  const { address } = await generateKeyPairSigner()
  return getTransferSolInstruction({ source: wallet.signer, destination: address, amount })
}

describe('simulateTransaction', () => {
  test('answers the effects and changes nothing', async () => {
    const before = await wallet.balanceOf()
    const { wire } = await wallet.sign([await transfer(SOL), memoInstruction('dry')])
    const addresses = [wallet.signer.address]
    const config = { ...PROCESSED, accounts: { addresses, encoding: 'base64' } } as const
    const { value } = await wallet.rpc.simulateTransaction(wire, config).send()
    expect(value).toMatchObject({ err: null, fee: 5000n, replacementBlockhash: null })
    expect(value.accounts[0]?.lamports).toBe(before - SOL - 5000n)
    expect(value.logs?.join()).toContain('Program log: dry')
    expect(value.unitsConsumed).toBeGreaterThan(150n)
    expect(await wallet.balanceOf()).toBe(before)
  })

  test('takes any blockhash with replaceRecentBlockhash', async () => {
    const { wire } = await wallet.sign([memoInstruction('late')])
    for (let blocks = 0; blocks < 151; blocks += 1) localnet.cluster.tick()
    const expired = await wallet.rpc.simulateTransaction(wire, PROCESSED).send()
    expect(expired.value.err).toBe('BlockhashNotFound')
    const config = { ...PROCESSED, replaceRecentBlockhash: true } as const
    const { value } = await wallet.rpc.simulateTransaction(wire, config).send()
    expect(value.err).toBeNull()
    expect(value.replacementBlockhash?.blockhash).toBe(localnet.cluster.chain.tip.blockhash)
  })

  test.each([
    { sigVerify: false, accepted: true },
    { sigVerify: true, accepted: false },
  ])(
    'an unsigned transaction with sigVerify $sigVerify is accepted: $accepted',
    async ({ sigVerify, accepted }) => {
      const { transaction } = await wallet.sign([memoInstruction('unsigned')])
      const bytes = new Uint8Array(getTransactionEncoder().encode(transaction)).fill(0, 1, 65)
      const wire = getBase64Decoder().decode(bytes) as Base64EncodedWireTransaction
      const config = { ...PROCESSED, sigVerify } as typeof PROCESSED
      const simulated = wallet.rpc.simulateTransaction(wire, config).send()
      if (accepted) expect((await simulated).value.err).toBeNull()
      else await expect(simulated).rejects.toThrow('signature')
    },
  )
})

describe('fees', () => {
  const price = getSetComputeUnitPriceInstruction({ microLamports: 1_234_567n })
  const limit = getSetComputeUnitLimitInstruction({ units: 30_001 })
  const tables: { name: string; budget: Instruction[] }[] = [
    { name: 'none set', budget: [] },
    { name: 'a limit without a price', budget: [limit] },
    { name: 'a price without a limit', budget: [price] },
    { name: 'a price and a limit', budget: [price, limit] },
  ]

  test.each(tables)('are answered as they are charged, $name', async ({ budget }) => {
    const memo = memoInstruction('fee')
    const { wire, transaction, signature } = await wallet.sign([...budget, await transfer(SOL / 100n), memo])
    const message = getBase64Decoder().decode(transaction.messageBytes) as TransactionMessageBytesBase64
    const { value: told } = await wallet.rpc.getFeeForMessage(message, { commitment: 'processed' }).send()
    const before = await wallet.balanceOf()
    await wallet.rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    expect(before - (await wallet.balanceOf()) - SOL / 100n).toBe(told)
    expect(localnet.cluster.history.find(signature)?.feeLamports).toBe(told)
  })

  test('are null for an unknown blockhash', async () => {
    const { transaction } = await wallet.sign([memoInstruction('fee')])
    const message = getBase64Decoder().decode(transaction.messageBytes) as TransactionMessageBytesBase64
    const { value } = await wallet.rpc.getFeeForMessage(message, { commitment: 'finalized' }).send()
    expect(value).toBeNull()
  })
})
