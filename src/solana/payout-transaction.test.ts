import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransactionMessage,
  createTransactionMessage,
  decompileTransactionMessage,
  generateKeyPairSigner,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  type Instruction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { parseTransferCheckedInstruction, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { beforeAll, describe, expect, test } from 'vitest'
import { assertBaseUnits } from '#domain/amounts.ts'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import { randomAddress } from '../../test/harness/sample-accounts.ts'
import { encodeMessage } from './encode-message.ts'
import {
  composeUnsignedPayout,
  type PayoutTransaction,
  type PayoutTransfer,
  signPayout,
  transferOfInstruction,
} from './payout-transaction.ts'
import type { TokenAccountNeed } from './recipients.ts'
import { TRANSACTION_FORMATS } from './transaction-format.ts'

describe('payout transaction', () => {
  const transfer = (
    need: TokenAccountNeed,
    baseUnits = 1n,
    tokenAccount = randomAddress(),
  ): PayoutTransfer => ({
    wallet: randomAddress(),
    tokenAccount,
    need,
    baseUnits: assertBaseUnits(baseUnits),
  })

  let base: Omit<PayoutTransaction, 'transfers'>
  beforeAll(async () => {
    base = {
      format: 'v0',
      sender: await generateKeyPairSigner(),
      mint: {
        address: randomAddress(),
        decimals: 6,
        tokenProgram: TOKEN_PROGRAM_ADDRESS,
        tokenAccountBytes: 165,
        extensions: [],
      },
      sourceTokenAccount: randomAddress(),
      memo: 'ferry:test',
      blockhash: randomAddress(),
      lastValidBlockHeight: 1,
      computeUnitLimit: 1_000,
      microLamportsPerComputeUnit: 1n,
    }
  })

  describe.each(TRANSACTION_FORMATS)('a payout in %s', (format) => {
    test('moves to each token account what is owed to it, with the decimals that the chain compares', async () => {
      const transfers = [transfer('existing', 5n), transfer('missing', 2n ** 64n - 1n)]
      const { wireBytes } = await signPayout({ ...base, format, transfers })
      const { messageBytes } = getTransactionDecoder().decode(wireBytes)
      const message = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(messageBytes))
      const moved = message.instructions
        .filter(({ programAddress, data }) => programAddress === TOKEN_PROGRAM_ADDRESS && data?.[0] === 12)
        .map((instruction) => parseTransferCheckedInstruction(instruction as never))
      expect(
        moved.map(({ accounts, data }) => [
          accounts.source.address,
          accounts.mint.address,
          accounts.destination.address,
          accounts.authority.address,
          data.amount,
          data.decimals,
        ]),
      ).toEqual(
        transfers.map(({ tokenAccount, baseUnits }) => [
          base.sourceTokenAccount,
          base.mint.address,
          tokenAccount,
          base.sender.address,
          baseUnits,
          6,
        ]),
      )
    })

    test('that is larger than the network takes is neither signed nor simulated', async () => {
      const payout = { ...base, format, transfers: [transfer('existing')], memo: 'm'.repeat(4_096) }
      await expect(signPayout(payout)).rejects.toThrow(/came out at \d+ bytes/)
      expect(() => composeUnsignedPayout(payout)).toThrow(/came out at \d+ bytes/)
    })

    test('is simulated without a signature, and otherwise as it will be signed', async () => {
      const payout = { ...base, format, transfers: [transfer('missing')] }
      const shown = getTransactionDecoder().decode(composeUnsignedPayout(payout).wireBytes)
      const signed = getTransactionDecoder().decode((await signPayout(payout)).wireBytes)
      const signatureIn = (signatures: Readonly<Record<Address, Uint8Array | null>>) =>
        signatures[base.sender.address]
      expect(signatureIn(shown.signatures)).toBeNull()
      expect(signatureIn(signed.signatures)).toHaveLength(64)
      expect([...shown.messageBytes]).toEqual([...signed.messageBytes])
    })
  })

  describe('the transfer that an instruction belongs to', () => {
    test.each(TRANSACTION_FORMATS)('in %s', (format) => {
      const leading = format === 'v0' ? 3 : 1
      const twice = randomAddress()
      const transfers = [
        transfer('missing', 1n, twice),
        transfer('existing'),
        transfer('missing', 1n, twice),
        transfer('prefunded'),
      ]
      const found = (instruction: number | null) => transferOfInstruction({ format, transfers }, instruction)
      for (let before = 0; before < leading; before++) expect(found(before)).toBeNull()
      // The second payment to the same wallet creates nothing.
      expect([0, 1, 2, 3, 4, 5, 6].map((index) => found(leading + index))).toEqual([0, 0, 1, 2, 3, 3, null])
      expect(found(null)).toBeNull()
    })
  })
})

const lifetime = () => ({ blockhash: randomAddress() as string as Blockhash, lastValidBlockHeight: 1n })

function drawInstructions(random: SeededRandom): Instruction[] {
  const programs = Array.from({ length: 3 }, randomAddress)
  const accounts = Array.from({ length: random.between(1, 40) }, randomAddress)
  return Array.from({ length: random.between(0, 30) }, () => ({
    programAddress: random.pick(programs) as Address,
    ...(random.chance(0.8) && {
      accounts: Array.from({ length: random.between(0, 12) }, () => ({
        address: random.pick(accounts) as Address,
        role: random.between(0, 1),
      })),
    }),
    ...(random.chance(0.8) && {
      data: Uint8Array.from({ length: random.between(0, 300) }, () => random.between(0, 255)),
    }),
  }))
}

describe('the bytes of a message are those of the reference encoder', () => {
  test('in v0', () => {
    const random = seededRandom(1)
    for (let made = 0; made < 300; made += 1) {
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (m) => setTransactionMessageFeePayer(randomAddress(), m),
        (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime(), m),
        (m) => appendTransactionMessageInstructions(drawInstructions(random), m),
      )
      const compiled = compileTransactionMessage(message)
      expect(encodeMessage(compiled)).toEqual(getCompiledTransactionMessageEncoder().encode(compiled))
    }
  })

  test('in v1, with any of its limits', () => {
    const random = seededRandom(2)
    for (let made = 0; made < 300; made += 1) {
      const message = pipe(
        createTransactionMessage({ version: 1 }),
        (m) => setTransactionMessageFeePayer(randomAddress(), m),
        (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime(), m),
        (m) =>
          setTransactionMessageConfig(
            {
              ...(random.chance(0.5) && { computeUnitLimit: random.between(1, 1_400_000) }),
              ...(random.chance(0.5) && { loadedAccountsDataSizeLimit: random.between(1, 2 ** 26) }),
              ...(random.chance(0.5) && {
                priorityFeeLamports: BigInt(random.between(0, 2 ** 31)) * 2n ** 32n,
              }),
            },
            m,
          ),
        (m) => appendTransactionMessageInstructions(drawInstructions(random), m),
      )
      const compiled = compileTransactionMessage(message)
      expect(encodeMessage(compiled)).toEqual(getCompiledTransactionMessageEncoder().encode(compiled))
    }
  })
})

test('no other message is encoded', () => {
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayer(randomAddress(), m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime(), m),
  )
  const compiled = compileTransactionMessage(message)
  expect(() => encodeMessage(compiled)).toThrow('legacy')
  const looking = { ...compiled, version: 0, addressTableLookups: [{}] } as never
  expect(() => encodeMessage(looking)).toThrow('address table')
  expect(() => encodeMessage({ ...compiled, version: 0, lifetimeToken: '0' } as never)).toThrow('no address')
})
