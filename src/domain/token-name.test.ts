import { expect, test } from 'vitest'
import { plainNameOf, tokenNamer } from './token-name.ts'

const token = (mintAddress: string, mintName: string | null = null, genesisHash = 'main') => ({
  ...{ mintAddress, mintName, genesisHash },
})
const OTHER = 'Fq5eBq8mV8vN2xkz7PDBpYNz4CwsJ2e9oBmJxytgd4'

test("the portal's symbol names the bulk sender's token alone, on its cluster", () => {
  const nameOf = tokenNamer('UNI', token('Mint'), [token('Mint', 'USDC'), token(OTHER, 'BONK')])
  expect(nameOf(token('Mint'))).toBe('UNI')
  expect(nameOf(token(''))).toBe('UNI')
  expect(nameOf(token('Mint', null, 'test'))).toBe('tokens of Mint')
  expect(nameOf(token(OTHER))).toBe('BONK')
})

test("a token without a name, or with the portal's, is named by its address", () => {
  for (const name of [null, 'UNI', 'uni']) {
    expect(tokenNamer('UNI', token('Mint'), [token(OTHER, name)])(token(OTHER))).toBe('tokens of Fq5eBq…tgd4')
  }
  expect(tokenNamer('UNI', undefined, [])(token(OTHER))).toBe('tokens of Fq5eBq…tgd4')
})

test('metadata name a token where they are short and plain', () => {
  expect(plainNameOf({ symbol: 'JUP', name: 'Jupiter' })).toBe('JUP')
  expect(plainNameOf({ symbol: '', name: 'Jupiter' })).toBe('Jupiter')
  expect(plainNameOf({ symbol: 'U\u0405DC', name: 'USD\u202eC' })).toBeNull()
  expect(plainNameOf({ symbol: 'x'.repeat(21), name: null })).toBeNull()
})
