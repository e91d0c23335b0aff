import { randomBytes } from 'node:crypto'
import { type Hex, recoverMessageAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { readKeySignature } from './read-signature.ts'
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

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const signature = (r: bigint, s: bigint, v: string) => `0x${word(r)}${word(s)}${v}`

test.each([
  ['v 27', signature(1n, 1n, '1b'), 0],
  ['v 28', signature(1n, 1n, '1c'), 1],
  ['v 0', signature(1n, 1n, '00'), 0],
  ['v 1', signature(1n, 1n, '01'), 1],
  ['the highest canonical s', signature(ORDER - 1n, ORDER / 2n, '1b'), 0],
  ['upper-case hex', `0x${'AB'.repeat(32)}${'0C'.repeat(32)}1B`, 0],
])('reads %s', (_, hex, recoveryId) => {
  const read = readKeySignature(hex)
  if (typeof read === 'string') throw new Error(`refused as ${read}`)
  expect(read.recoveryId).toBe(recoveryId)
  expect(Buffer.from(read.compact).toString('hex')).toBe(hex.slice(2, 130).toLowerCase())
})

test.each([
  ['no hex', '0xzz', 'bad_signature'],
  ['no prefix', 'ab'.repeat(65), 'bad_signature'],
  ['half a byte', `0x${'a'.repeat(131)}`, 'bad_signature'],
  ['64 bytes (EIP-2098)', `0x${'11'.repeat(64)}`, 'bad_signature'],
  ['v 2', signature(1n, 1n, '02'), 'bad_signature'],
  ['v 26', signature(1n, 1n, '1a'), 'bad_signature'],
  ['v 29', signature(1n, 1n, '1d'), 'bad_signature'],
  ['v of EIP-155', signature(1n, 1n, '25'), 'bad_signature'],
  ['r of zero', signature(0n, 1n, '1b'), 'bad_signature'],
  ['s of zero', signature(1n, 0n, '1b'), 'bad_signature'],
  ['r of the group order', signature(ORDER, 1n, '1b'), 'bad_signature'],
  ['s of the group order', signature(1n, ORDER, '1b'), 'bad_signature'],
  ['the lowest high s', signature(1n, ORDER / 2n + 1n, '1b'), 'high_s_signature'],
  ['the highest s', signature(1n, ORDER - 1n, '1c'), 'high_s_signature'],
  ['no bytes at all', '0x', 'contract_wallet'],
  ['two signatures of 65 bytes', `0x${'11'.repeat(130)}`, 'contract_wallet'],
  ['the ERC-6492 suffix', `0x${'00'.repeat(96)}${'6492'.repeat(16)}`, 'contract_wallet'],
  ['the ERC-6492 suffix on 65 bytes', `0x${'11'.repeat(33)}${'6492'.repeat(16)}`, 'contract_wallet'],
  ['the ERC-6492 suffix on 64 bytes', `0x${'11'.repeat(32)}${'6492'.repeat(16)}`, 'contract_wallet'],
])('refuses %s', (_, hex, problem) => {
  expect(readKeySignature(hex)).toBe(problem)
})
