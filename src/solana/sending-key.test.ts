import { getBase58Decoder } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { isGuessableKey, openSendingWallet, parseSendingKey } from './sending-key.ts'

const { keyJson, signer } = await makeSolanaKey()
const numbers: number[] = JSON.parse(keyJson)
const base58 = getBase58Decoder().decode(Uint8Array.from(numbers))

describe('a key as wallets export it', () => {
  test.each([
    ['a JSON array', keyJson],
    ['a JSON array over several lines', `\n${JSON.stringify(numbers, null, 2)}\n`],
    ['base58', base58],
    ['base58 with spaces around it', ` ${base58}\n`],
  ])('%s', async (_, text) => {
    const bytes = await parseSendingKey(text)
    expect([...bytes]).toEqual(numbers)
    expect((await openSendingWallet(bytes)).address).toBe(signer.address)
  })
})

describe('no key', () => {
  const other = [...numbers.slice(0, 63), (numbers[63] ?? 0) ^ 1]
  const with32 = (value: unknown) => JSON.stringify([...numbers.slice(0, 32), value, ...numbers.slice(33)])
  test.each([
    ['nothing', ''],
    ['the seed alone', JSON.stringify(numbers.slice(0, 32))],
    ['65 numbers', JSON.stringify([...numbers, 0])],
    ['halves that do not belong together', JSON.stringify(other)],
    ['a number above 255', with32((numbers[32] ?? 0) + 256)],
    ['a negative number', with32((numbers[32] ?? 0) - 256)],
    ['a fraction', with32((numbers[32] ?? 0) + 0.5)],
    ['a text among the numbers', with32(String(numbers[32]))],
    ['broken JSON', keyJson.slice(0, -1)],
    ['an address', signer.address],
    ['characters that base58 lacks', `0${base58.slice(1)}`],
    ['hexadecimal', Buffer.from(numbers).toString('hex')],
  ])('%s', async (_, text) => {
    const error = await parseSendingKey(text).catch((reason) => reason)
    expect(error).toMatchObject({ code: 'invalid_private_key', context: undefined, details: undefined })
    if (text.length > 10) expect(`${error.message}${error.stack}`).not.toContain(text.slice(1, 11))
  })
})

describe('a key that anyone would try', () => {
  test.each([
    ['all zeros', new Uint8Array(32)],
    ['all alike', new Uint8Array(32).fill(7)],
    ['counting up from 0', Uint8Array.from({ length: 32 }, (_, index) => index)],
    ['counting up from 1', Uint8Array.from({ length: 32 }, (_, index) => index + 1)],
  ])('%s', (_, seed) => {
    // The second half is no part of the guess.
    expect(isGuessableKey(Buffer.concat([seed, crypto.getRandomValues(new Uint8Array(32))]))).toBe(true)
  })

  test('is no random key', () => {
    expect(isGuessableKey(Uint8Array.from(numbers))).toBe(false)
    const nearly = new Uint8Array(64)
    nearly[31] = 1
    expect(isGuessableKey(nearly)).toBe(false)
  })
})
