import { describe, expect, test } from 'vitest'
import { isSecret, readEnteredAddress } from './read-entered-address.ts'

const ADDRESS = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'
const OTHER = 'So11111111111111111111111111111111111111112'

test.each([ADDRESS, ` ${ADDRESS} `, `\u00a0${ADDRESS}\u00a0`, `\t${ADDRESS}\n`, `\u3000${ADDRESS}`])(
  'an address with nothing but spaces around it needs no word: %j',
  (entered) => {
    expect(readEnteredAddress(entered)).toEqual({ text: ADDRESS, source: null })
  },
)

test.each([
  ['a zero-width space', '\u200b'],
  ['a zero-width joiner', '\u200d'],
  ['a byte order mark', '\ufeff'],
  ['a word joiner', '\u2060'],
  ['a soft hyphen', '\u00ad'],
  ['a mark from right to left', '\u200f'],
  ['an embedding', '\u202a'],
])('%s is left out, wherever it stands', (_, hidden) => {
  const read = { text: ADDRESS, source: { kind: 'other_characters' } }
  expect(readEnteredAddress(hidden + ADDRESS)).toEqual(read)
  expect(readEnteredAddress(`${ADDRESS}${hidden} `)).toEqual(read)
  expect(readEnteredAddress(ADDRESS.slice(0, 20) + hidden + ADDRESS.slice(20))).toEqual(read)
})

test.each([
  `"${ADDRESS}"`,
  `“${ADDRESS}”`,
  `${ADDRESS},`,
  `<${ADDRESS}>`,
  `${ADDRESS.slice(0, 20)} \n${ADDRESS.slice(20)}`,
])('what stands around an address, or in it, is left out: %j', (entered) => {
  expect(readEnteredAddress(entered)).toEqual({ text: ADDRESS, source: { kind: 'other_characters' } })
})

test.each([
  `solana:${ADDRESS}`,
  `solana:${ADDRESS}?amount=1&spl-token=${OTHER}&reference=${OTHER}`,
  `SOLANA:${ADDRESS}`,
  `solana://${ADDRESS}`,
  ` \u200bsolana:${ADDRESS}?label=A%20shop `,
])('the recipient of a link is taken: %s', (entered) => {
  expect(readEnteredAddress(entered)).toEqual({ text: ADDRESS, source: { kind: 'solana_link' } })
})

test.each([
  [`https://solscan.io/account/${ADDRESS}`, 'solscan.io'],
  [`https://solscan.io/account/${ADDRESS}?cluster=devnet#transfers`, 'solscan.io'],
  [`solscan.io/account/${ADDRESS}`, 'solscan.io'],
  [`http://www.solscan.io/account/${ADDRESS}/`, 'solscan.io'],
  [`https://explorer.solana.com/address/${ADDRESS}`, 'explorer.solana.com'],
  [`https://explorer.solana.com/address/${ADDRESS}/tokens?cluster=devnet`, 'explorer.solana.com'],
  [`https://solana.fm/address/${ADDRESS}/transactions?cluster=mainnet-alpha`, 'solana.fm'],
  [`https://solanabeach.io/address/${ADDRESS}`, 'solanabeach.io'],
  [`https://xray.helius.xyz/account/${ADDRESS}`, 'xray.helius.xyz'],
  [`https://orbmarkets.io/address/${ADDRESS}`, 'orbmarkets.io'],
  [`https://www.oklink.com/solana/account/${ADDRESS}`, 'oklink.com'],
])("the account of an explorer's page is taken: %s", (entered, host) => {
  expect(readEnteredAddress(entered)).toEqual({ text: ADDRESS, source: { kind: 'explorer', host } })
})

describe('no address is taken from', () => {
  test.each([
    '',
    'abc',
    `${ADDRESS} ${OTHER}`,
    `${ADDRESS},${OTHER}`,
    `ethereum:${ADDRESS}`,
    'solana:https%3A%2F%2Fshop.example%2Fpay',
    'solana:https://shop.example/pay',
    `solana:${ADDRESS}/transfer`,
    'solana:?amount=1',
    `https://solscan.io/token/${ADDRESS}`,
    `https://solscan.io/tx/${ADDRESS}${ADDRESS}`,
    'https://solscan.io/account/',
    `https://solscan.io/account/${ADDRESS}0`,
    `https://solscan.io.example/account/${ADDRESS}`,
    `https://solscan.io@shop.example/account/${ADDRESS}`,
    `https://shop.example/?u=solscan.io/account/${ADDRESS}`,
    `ftp://solscan.io/account/${ADDRESS}`,
    'https://',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ])('%s', (entered) => {
    expect(readEnteredAddress(entered)).toEqual({ text: entered, source: null })
  })
})

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const BASE58 = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

test.each([
  WORDS,
  `  ${WORDS.toUpperCase().replaceAll(' ', '\n')} `,
  `${WORDS} ${WORDS}`,
  WORDS.split(' ')
    .map((word, index) => `${index + 1}. ${word}`)
    .join('\n'),
  WORDS.split(' ')
    .map((word, index) => `${index + 1}.${word}`)
    .join(' '),
  BASE58 + BASE58,
  `0x${'a1'.repeat(32)}`,
  'A1'.repeat(32),
  `[${Array.from({ length: 64 }, (_, index) => index).join(', ')}]`,
])('%s is a secret', (text) => {
  expect(isSecret(text)).toBe(true)
})

test.each(['', BASE58, `0x${'a1'.repeat(20)}`, 'my wallet is this one', 'toly.sol', `${BASE58} ${BASE58}`])(
  '%s is none',
  (text) => {
    expect(isSecret(text)).toBe(false)
  },
)
