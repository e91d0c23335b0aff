import { createHash, generateKeyPairSync } from 'node:crypto'
import { generateKeyPairSigner, getAddressDecoder, isAddress, isOffCurveAddress } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { checksumAddress } from './checksum-address.ts'
import { addressBytes, classifySolanaAddress, isOnCurve, isSolanaAddress } from './solana-address.ts'

const { address: wallet } = await generateKeyPairSigner()

function offCurve(): string {
  for (;;) {
    const address = getAddressDecoder().decode(crypto.getRandomValues(new Uint8Array(32)))
    if (isOffCurveAddress(address)) return address
  }
}

test.each([
  ['a wallet', wallet, null],
  ['44 characters that are 33 bytes', 'z'.repeat(44), 'not_an_address'],
  ['31 bytes', '1'.repeat(31), 'not_an_address'],
  ['a character that base58 lacks', `0${wallet.slice(1)}`, 'not_an_address'],
  ['spaces around it', ` ${wallet}`, 'not_an_address'],
  ['nothing', '', 'not_an_address'],
  ['the all-zero key', '1'.repeat(32), 'zero_key'],
  ['the Token program', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'known_program'],
  ['wrapped SOL', 'So11111111111111111111111111111111111111112', 'known_program'],
  ['an address off the curve', offCurve(), 'off_curve'],
])('%s', (_, text, problem) => {
  expect(classifySolanaAddress(text)).toBe(problem)
  expect(isSolanaAddress(text)).toBe(problem !== 'not_an_address')
})

const decoder = getAddressDecoder()

/** The same for the same number. */
const bytesAt = (n: number) => new Uint8Array(createHash('sha256').update(`bytes ${n}`).digest())

function littleEndian(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))
}

const P = 2n ** 255n - 19n
const SIGN = 2n ** 255n

describe('a point of the curve', () => {
  test('is told as the library tells it, whatever the bytes', () => {
    for (let n = 0; n < 400; n += 1) {
      const bytes = bytesAt(n)
      expect(isOnCurve(bytes)).toBe(!isOffCurveAddress(decoder.decode(bytes)))
    }
  })

  test.each([
    ...[
      0n,
      1n,
      2n,
      3n,
      4n,
      P - 2n,
      P - 1n,
      P,
      P + 1n,
      P + 18n,
      SIGN - 1n,
      (P - 1n) / 2n,
      2n ** 232n,
      2n ** 29n,
    ],
  ])('is told as the library tells it for y = %s, with either sign', (y) => {
    for (const bytes of [littleEndian(y), littleEndian(y + SIGN)]) {
      expect(isOnCurve(bytes)).toBe(!isOffCurveAddress(decoder.decode(bytes)))
    }
  })

  test('is every public key', () => {
    for (let n = 0; n < 50; n += 1) {
      const { publicKey } = generateKeyPairSync('ed25519')
      expect(isOnCurve(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))).toBe(true)
    }
  })
})

describe('the bytes of an address', () => {
  test('are those that it was written from', () => {
    for (let n = 0; n < 200; n += 1) {
      const bytes = bytesAt(n).fill(0, 0, n % 33)
      expect(addressBytes(decoder.decode(bytes))).toEqual(bytes)
    }
    expect(addressBytes(decoder.decode(new Uint8Array(32).fill(255)))).toEqual(new Uint8Array(32).fill(255))
  })

  test.each([
    '',
    '1',
    '1'.repeat(31),
    '1'.repeat(33),
    'z'.repeat(44),
    'z'.repeat(43),
    '2'.repeat(43),
    '0'.repeat(44),
    `${'1'.repeat(40)}O`,
    'ä'.repeat(40),
    `${decoder.decode(bytesAt(1))} `,
    `1${decoder.decode(bytesAt(1))}`,
    'z'.repeat(400),
  ])('"%s" has them where the library takes it for an address', (text) => {
    expect(addressBytes(text) !== null).toBe(isAddress(text))
  })
})

/** The examples of EIP-55. */
test.each([
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
])('%s', (address) => {
  expect(checksumAddress(address.toLowerCase())).toBe(address)
  expect(checksumAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address)
})
