import { randomBytes } from 'node:crypto'
import { type Hex, recoverMessageAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createRecoverSigner, nativeKeyRecovery, nobleKeyRecovery } from './recover-signer.ts'

const ROUNDS = 40

const MESSAGES = [
  ['empty', ''],
  ['ASCII', 'Claim SPL tokens\neth: 0x00'],
  ['characters of several bytes', 'naïve Ω 語 🚢'],
  ['100 bytes, where the length takes one digit more', 'x'.repeat(100)],
  ['long', 'ab'.repeat(5000)],
] as const

/** Random signatures: about half of them recover to a key. */
const RANDOM_SIGNATURES = Array.from({ length: ROUNDS }, (_, round) => {
  const compact = randomBytes(64)
  compact[32] = (compact[32] ?? 0) & 0x3f
  return `0x${compact.toString('hex')}0${round % 2}` as const
})

describe.each([
  ['the native binding', nativeKeyRecovery],
  ['noble', () => nobleKeyRecovery],
])('%s', (_, load) => {
  test.each(MESSAGES)("agrees with viem's accounts: %s", async (_, message) => {
    const recoverSigner = await createRecoverSigner(load())
    for (let round = 0; round < ROUNDS / 4; round++) {
      const account = privateKeyToAccount(generatePrivateKey())
      const signature = await account.signMessage({ message })
      expect(recoverSigner(message, signature)).toEqual({ signer: account.address.toLowerCase() })
    }
  })

  test('agrees with viem on random signatures', async () => {
    const recoverSigner = await createRecoverSigner(load())
    const results = RANDOM_SIGNATURES.map((signature) => recoverSigner('message', signature))
    expect(results).toEqual(await Promise.all(RANDOM_SIGNATURES.map(expectedVerdict)))
    const recovered = results.filter((result) => 'signer' in result)
    expect(recovered.length).toBeGreaterThan(0)
    expect(recovered.length).toBeLessThan(ROUNDS)
  })

  test('another message gives another signer', async () => {
    const recoverSigner = await createRecoverSigner(load())
    const account = privateKeyToAccount(generatePrivateKey())
    const signature = await account.signMessage({ message: 'one' })
    const result = recoverSigner('two', signature)
    expect('signer' in result && result.signer).not.toBe(account.address.toLowerCase())
  })
})

async function expectedVerdict(signature: Hex) {
  try {
    return { signer: (await recoverMessageAddress({ message: 'message', signature })).toLowerCase() }
  } catch {
    return { problem: 'bad_signature' }
  }
}
