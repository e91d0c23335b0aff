import { getBase58Decoder } from '@solana/kit'
import { expect, test } from 'vitest'
import { readTransactionSignature } from './transaction-signature.ts'

const SIGNATURE = getBase58Decoder().decode(new Uint8Array(64).fill(200))
const HASH = 'a1'.repeat(32)

test('reads base58 of 64 bytes', () => {
  expect(readTransactionSignature(SIGNATURE)).toBe(SIGNATURE)
})

test.each([
  ['with 0x', `0x${HASH}`],
  ['without', HASH],
  ['in capitals', `0X${HASH.toUpperCase()}`],
])('recognizes the hash of an EVM transaction, %s', (_, text) => {
  expect(() => readTransactionSignature(text)).toThrow(
    expect.objectContaining({ code: 'evm_transaction_hash' }),
  )
})

test.each([
  ['nothing', ''],
  ['something short', '0xabc'],
  ['63 bytes', getBase58Decoder().decode(new Uint8Array(63).fill(200))],
  ['65 bytes', getBase58Decoder().decode(new Uint8Array(65).fill(200))],
  ['a trailing dot', `${SIGNATURE.slice(0, 80)}.`],
  ['a space inside', `${SIGNATURE.slice(0, 40)} ${SIGNATURE.slice(41)}`],
  ['an ellipsis', `${SIGNATURE.slice(0, 70)}…`],
  ['letters that base58 leaves out', '0OIl'.repeat(20)],
  ['a very long text', '1'.repeat(100_000)],
])('refuses %s', (_, text) => {
  expect(() => readTransactionSignature(text)).toThrow(
    expect.objectContaining({ code: 'invalid_transaction' }),
  )
})
