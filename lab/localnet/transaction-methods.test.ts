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
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from '../../test/harness/for-tests.ts'
import { memoInstruction, openTestWallet, type TestWallet } from '../../test/harness/test-wallet.ts'
import { startLocalnet } from './start-localnet.ts'
import { describeTransactionError } from './transaction-error.ts'

describe('transaction methods', () => {
  const PROCESSED = { commitment: 'processed', encoding: 'base64' } as const
  const SOL = 1_000_000_000n

  let wallet: TestWallet

  const localnet = forAllTests(() => startLocalnet({ slotMs: null }))
  beforeAll(async () => {
    wallet = await openTestWallet(localnet)
  })

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

  describe('an error of the runtime is answered by the name that a cluster gives it', () => {
    const memo = (data: number[]) => ({ ...memoInstruction(''), data: new Uint8Array(data) })
    const transferOf = (lamports: bigint) => async () => transfer(lamports)

    test.each<[err: unknown, make: () => Promise<Instruction>]>([
      [{ InstructionError: [0n, { Custom: 1n }] }, transferOf(1_000_000n * SOL)],
      [{ InstructionError: [0n, 'ProgramFailedToComplete'] }, async () => memo([255, 254])],
      [
        { InstructionError: [0n, 'InvalidInstructionData'] },
        async () => ({ programAddress: (await transfer(1n)).programAddress, data: new Uint8Array([99]) }),
      ],
      [{ InsufficientFundsForRent: { account_index: 1n } }, transferOf(5n)],
      [
        'InvalidProgramForExecution',
        async () => ({ programAddress: (await generateKeyPairSigner()).address }),
      ],
    ])('%o', async (err, make) => {
      const { wire } = await wallet.sign([await make()])
      expect((await wallet.rpc.simulateTransaction(wire, PROCESSED).send()).value.err).toEqual(err)
    })

    test('AccountNotFound', async () => {
      const poor = await openTestWallet(localnet, 0n)
      const { wire } = await poor.sign([memoInstruction('free')])
      expect((await poor.rpc.simulateTransaction(wire, PROCESSED).send()).value.err).toBe('AccountNotFound')
    })
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
      const { wire, transaction, signature } = await wallet.sign([
        ...budget,
        await transfer(SOL / 100n),
        memo,
      ])
      const message = getBase64Decoder().decode(transaction.messageBytes) as TransactionMessageBytesBase64
      const { value: told } = await wallet.rpc.getFeeForMessage(message, { commitment: 'processed' }).send()
      const before = await wallet.balanceOf()
      await wallet.sendBlind(wire)
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
})

test.each([
  { error: 'BlockhashNotFound', sentence: 'Blockhash not found' },
  { error: 'TooManyAccountLocks', sentence: 'TooManyAccountLocks' },
  {
    error: { InstructionError: [2, { Custom: 17 }] },
    sentence: 'Error processing Instruction 2: custom program error: 0x11',
  },
  {
    error: { InstructionError: [0, 'InvalidAccountData'] },
    sentence: 'Error processing Instruction 0: InvalidAccountData',
  },
  {
    error: { InsufficientFundsForRent: { account_index: 1 } },
    sentence: '{"InsufficientFundsForRent":{"account_index":1}}',
  },
] as const)('$sentence', ({ error, sentence }) => {
  expect(describeTransactionError(structuredClone(error) as never)).toBe(sentence)
})
