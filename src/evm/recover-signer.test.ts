import { randomBytes } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { nativeKeyRecovery, wasmKeyRecovery } from './key-recovery.ts'
import { createRecoverSigner } from './recover-signer.ts'

const ROUNDS = 40

const MESSAGES = [
  ['empty', ''],
  ['ASCII', 'Claim SPL tokens\neth: 0x00'],
  ['characters of several bytes', 'naïve Ω 語 🚢'],
  ['100 bytes, where the length takes one digit more', 'x'.repeat(100)],
  ['long', 'ab'.repeat(5000)],
] as const

describe.each([
  ['native', () => Promise.resolve(nativeKeyRecovery())],
  ['WebAssembly', wasmKeyRecovery],
])('%s', (_, load) => {
  test.each(MESSAGES)("agrees with viem's accounts: %s", async (_, message) => {
    const recoverSigner = await createRecoverSigner(await load())
    for (let round = 0; round < ROUNDS / 4; round++) {
      const account = privateKeyToAccount(generatePrivateKey())
      const signature = await account.signMessage({ message })
      expect(recoverSigner(message, signature)).toEqual({ signer: account.address.toLowerCase() })
    }
  })

  test('agrees with noble on random signatures that nobody made', async () => {
    const recoverSigner = await createRecoverSigner(await load())
    let recovered = 0
    for (let round = 0; round < ROUNDS; round++) {
      const compact = randomBytes(64)
      compact[32] = (compact[32] ?? 0) & 0x3f
      const recoveryId = round % 2
      const expected = recoverWithNoble('message', compact, recoveryId)
      const hex = `0x${compact.toString('hex')}0${recoveryId}`
      expect(recoverSigner('message', hex)).toEqual(
        expected === null ? { problem: 'bad_signature' } : { signer: expected },
      )
      if (expected !== null) recovered += 1
    }
    expect(recovered).toBeGreaterThan(0)
    expect(recovered).toBeLessThan(ROUNDS)
  })

  test('another message gives another signer', async () => {
    const recoverSigner = await createRecoverSigner(await load())
    const account = privateKeyToAccount(generatePrivateKey())
    const signature = await account.signMessage({ message: 'one' })
    const verdict = recoverSigner('two', signature)
    expect('signer' in verdict && verdict.signer).not.toBe(account.address.toLowerCase())
  })
})

function recoverWithNoble(message: string, compact: Uint8Array, recoveryId: number): string | null {
  const bytes = Buffer.from(message)
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`)
  const digest = keccak_256(Buffer.concat([prefix, bytes]))
  try {
    const point = secp256k1.Signature.fromBytes(compact).addRecoveryBit(recoveryId).recoverPublicKey(digest)
    return `0x${Buffer.from(keccak_256(point.toBytes(false).subarray(1)).subarray(12)).toString('hex')}`
  } catch {
    return null
  }
}
