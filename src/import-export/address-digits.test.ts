import { expect, test } from 'vitest'
import { readEvmAddress } from '#domain/evm-address.ts'
import { AddressDigits } from './address-digits.ts'

const DIGITS = '0123456789abcdefABCDEF0123456789abcdef01'

test('reads what is an address, and nothing else, whatever character stands in any place', () => {
  const digits = new AddressDigits()
  const characters = [...Array(0x180).keys(), 0x660, 0x2030, 0xd800, 0xdc00, 0xff10, 0xffff]
  for (const code of characters) {
    for (let at = 0; at < 42; at++) {
      const text = `0x${DIGITS}`
      const changed = `${text.slice(0, at)}${String.fromCharCode(code)}${text.slice(at + 1)}`
      expect(digits.read(changed), `${code} at ${at}`).toBe(readEvmAddress(changed))
    }
  }
})

test('reads no shorter and no longer text, also one with as many bytes', () => {
  const digits = new AddressDigits()
  const texts = ['', '0x', `0x${DIGITS.slice(1)}`, `0x${DIGITS}0`, ` 0x${DIGITS.slice(1)}`, `0x${DIGITS} `]
  for (const text of [...texts, `0x${DIGITS.slice(2)}é`, `0x${DIGITS.slice(4)}😀`]) {
    expect([text, digits.read(text)]).toEqual([text, null])
  }
})

test('gives the bytes of the address that was read last, in either case', () => {
  const digits = new AddressDigits()
  for (const address of [`0x${DIGITS}`, `0x${'fF'.repeat(20)}`, `0x${'0'.repeat(40)}`]) {
    expect(digits.read(address)).toBe(address.toLowerCase())
    const bytes = new Uint8Array(digits.words.buffer)
    expect(Buffer.from(bytes).toString('hex')).toBe(address.slice(2).toLowerCase())
  }
})
