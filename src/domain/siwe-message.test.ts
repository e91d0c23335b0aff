import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import {
  claimMessage,
  fitsStatement,
  isNonceFresh,
  type MessageParts,
  messageUnder,
  NONCE_MAX_AGE_MS,
  SIWE_LIFE_MS,
  type SiweTerms,
  siweMessage,
  siweTermsOf,
} from './claim-message.ts'

const SOL = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const terms: SiweTerms = {
  publicUrl: 'https://claim.example.org',
  tokenSymbol: 'FRY',
  fileHash: 'ab'.repeat(32),
  termsHash: 'cd'.repeat(32),
}
const parts: MessageParts = {
  eth: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  sol: SOL,
  amountUA: '400.5',
  nonce: '1795384800123',
  chainId: 56,
}

test('the message is this text', () => {
  expect(siweMessage(terms, parts)).toBe(`claim.example.org wants you to sign in with your Ethereum account:
0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed

Claim 400.5 FRY as SPL tokens to ${SOL}

URI: https://claim.example.org
Version: 1
Chain ID: 56
Nonce: 1795384800123
Issued At: 2026-11-22T22:00:00.123Z
Expiration Time: 2026-12-06T22:00:00.123Z
Resources:
- urn:ferry:list:${'ab'.repeat(32)}
- urn:ferry:terms:${'cd'.repeat(32)}`)
})

/** Claims of every kind of origin, symbol, chain, time and address. */
const SAMPLES = Array.from({ length: 400 }, (_, n): [SiweTerms, MessageParts] => [
  {
    publicUrl: [
      'https://a.example',
      'https://claim.co.uk:8443',
      'http://localhost:3000',
      'http://127.0.0.1:1',
    ][n % 4] as string,
    tokenSymbol: ['FRY', 'A', 'Wrapped X', '$X-1.0', "(x)'s"][n % 5] as string,
    fileHash: randomBytes(32).toString('hex'),
    termsHash: n % 3 === 0 ? null : randomBytes(32).toString('hex'),
  },
  {
    eth: [String, (text: string) => getAddress(text), (text: string) => `0x${text.slice(2).toUpperCase()}`][
      n % 3
    ]?.(`0x${randomBytes(20).toString('hex')}`) as string,
    sol: SOL,
    amountUA: ['1', '0.000000000000000001', '123456789012345678901234567890.5'][n % 3] as string,
    nonce: String(1_700_000_000_000 + n * 86_400_000 * 37 + n),
    chainId: [1, 56, 271, 0x7fffffff][n % 4] as number,
  },
])

test('it is the one that viem makes', () => {
  for (const [named, claim] of SAMPLES) {
    const { publicUrl, tokenSymbol, fileHash, termsHash } = named
    const made = createSiweMessage({
      domain: new URL(publicUrl).host,
      address: claim.eth.toLowerCase() as `0x${string}`,
      statement: `Claim ${claim.amountUA} ${tokenSymbol} as SPL tokens to ${claim.sol}`,
      uri: publicUrl,
      version: '1',
      chainId: claim.chainId,
      nonce: claim.nonce,
      issuedAt: new Date(Number(claim.nonce)),
      expirationTime: new Date(Number(claim.nonce) + NONCE_MAX_AGE_MS.contract),
      resources: [
        `urn:ferry:list:${fileHash}`,
        ...(termsHash === null ? [] : [`urn:ferry:terms:${termsHash}`]),
      ],
    })
    expect(siweMessage(named, claim)).toBe(made)
  }
})

test('viem reads from it what was put in', () => {
  for (const [named, claim] of SAMPLES) {
    const read = parseSiweMessage(siweMessage(named, claim))
    expect(read).toMatchObject({
      domain: new URL(named.publicUrl).host,
      address: getAddress(claim.eth.toLowerCase()),
      statement: `Claim ${claim.amountUA} ${named.tokenSymbol} as SPL tokens to ${claim.sol}`,
      chainId: claim.chainId,
      nonce: claim.nonce,
      issuedAt: new Date(Number(claim.nonce)),
    })
    expect(read.uri).toBe(named.publicUrl)
    expect(read.resources?.[0]).toBe(`urn:ferry:list:${named.fileHash}`)
  }
})

test('each value changes the text', () => {
  const text = siweMessage(terms, parts)
  const others = [
    siweMessage({ ...terms, publicUrl: 'https://claim.example.com' }, parts),
    siweMessage({ ...terms, tokenSymbol: 'FRX' }, parts),
    siweMessage({ ...terms, fileHash: 'ac'.repeat(32) }, parts),
    siweMessage({ ...terms, termsHash: 'ce'.repeat(32) }, parts),
    siweMessage({ ...terms, termsHash: null }, parts),
    siweMessage(terms, { ...parts, eth: `0x${'1'.repeat(40)}` }),
    siweMessage(terms, { ...parts, sol: SOL.replace('7', '8') }),
    siweMessage(terms, { ...parts, amountUA: '400.6' }),
    siweMessage(terms, { ...parts, nonce: '1795384800124' }),
    siweMessage(terms, { ...parts, chainId: 1 }),
  ]
  expect(new Set([text, ...others]).size).toBe(others.length + 1)
})

test('it expires when the last nonce does', () => {
  expect(SIWE_LIFE_MS).toBe(NONCE_MAX_AGE_MS.contract)
})

test('a nonce that is no time is written without an error', () => {
  expect(siweMessage(terms, { ...parts, nonce: 'altered' })).toContain('Issued At: Invalid Date')
  expect(siweMessage(terms, { ...parts, nonce: '9999999999999999' })).toContain('Issued At: Invalid Date')
})

test('without terms the message is the five lines', () => {
  expect(messageUnder(null, parts)).toBe(claimMessage(parts))
  expect(messageUnder(terms, parts)).toBe(siweMessage(terms, parts))
})

describe('what a message has to name', () => {
  const settings = { ...terms, claimMessage: 'siwe' } as const

  test('comes from the settings and the list', () => {
    expect(siweTermsOf(settings, terms.fileHash)).toEqual(terms)
    expect(siweTermsOf({ ...settings, claimMessage: 'lines' }, terms.fileHash)).toBeNull()
  })

  test('says so where there is no list', () => {
    expect(siweTermsOf(settings, null)?.fileHash).toBe('none')
  })

  test('is never left out', () => {
    expect(() => siweTermsOf({ ...settings, publicUrl: null }, terms.fileHash)).toThrow(/publicUrl/)
  })
})

test.each([
  ['FRY', true],
  ['$X', true],
  ['é', false],
  ['two\nlines', false],
  ['a "b"', false],
  ['<b>', false],
  ['50%', false],
])('a statement may contain %j: %s', (text, fits) => {
  expect(fitsStatement(text)).toBe(fits)
})

test('what a claimant signs, to the letter', () => {
  const parts = { eth: '0xAbC', sol: 'So1', amountUA: '1.5', nonce: '1700000000000' }
  expect(claimMessage(parts)).toBe(
    'Claim SPL tokens\neth: 0xAbC\nsol: So1\namount: 1.5\nnonce: 1700000000000',
  )
})

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NOW = 1_700_000_000_000

test.each([
  ['key', -10 * MINUTE, true],
  ['key', -10 * MINUTE - 1, false],
  ['key', MINUTE, true],
  ['key', MINUTE + 1, false],
  ['contract', -14 * DAY, true],
  ['contract', -14 * DAY - 1, false],
  ['contract', MINUTE + 1, false],
] as const)('signed by a %s, %i ms from now: %o', (signedBy, distanceMs, isFresh) => {
  expect(isNonceFresh(NOW + distanceMs, NOW, signedBy)).toBe(isFresh)
})

test('what is no number is never fresh', () => {
  expect(isNonceFresh(Number.NaN, NOW, 'key')).toBe(false)
})
