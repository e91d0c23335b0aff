import { expect, test } from 'vitest'
import { readSafeLink, safeLink } from './safe-link.ts'

const PENDING = {
  eth: '0x1234567890123456789012345678901234567890',
  sol: 'So11111111111111111111111111111111111111112',
  chainId: '0x38',
  nonce: 1_790_000_000_000,
  corrects: false,
  signatures: [`0x${'ab'.repeat(65)}`, `0x${'cd'.repeat(65)}`],
}

const read = (link: string) => readSafeLink(new URL(link).hash)

test.each([PENDING, { ...PENDING, corrects: true, signatures: [] }])('what is written is read', (pending) => {
  const link = safeLink('https://claim.example.org/', pending)
  expect(link.startsWith('https://claim.example.org/#safe=0x')).toBe(true)
  expect(read(link)).toEqual(pending)
})

test.each([
  ['no address', { eth: '0x12' }],
  ['no chain', { chainId: '0x0' }],
  ['no Solana address', { sol: 'short' }],
  ['no nonce', { nonce: 0 }],
  ['a nonce that is no number of milliseconds', { nonce: 12 }],
])('%s: it is none', (_, change) => {
  expect(read(safeLink('https://claim.example.org/', { ...PENDING, ...change }))).toBeNull()
})

test('signatures that are none are left out', () => {
  const signatures = [...PENDING.signatures, '0x12', 'javascript:alert(1)']
  expect(read(safeLink('https://claim.example.org/', { ...PENDING, signatures }))).toEqual(PENDING)
})

test('a fragment of something else is none', () => {
  expect(readSafeLink('')).toBeNull()
  expect(readSafeLink('#security')).toBeNull()
})
