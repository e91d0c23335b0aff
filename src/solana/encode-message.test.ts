import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransactionMessage,
  createTransactionMessage,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import { randomAddress } from '../../test/harness/sample-accounts.ts'
import { encodeMessage } from './encode-message.ts'

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
