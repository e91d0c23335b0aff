import { expect, test } from 'vitest'
import { shareOf } from './share-of.ts'

test.each([0n, 1n, 8n, 9n, 10n, 5_000n, 18_353_520n])('the shares of %d add up', (lamports) => {
  const shares = Array.from({ length: 9 }, (_, position) => shareOf(lamports, { position, carried: 9 }))
  expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(lamports)
  expect(Number(shares[0]) - Number(shares[8])).toBeLessThanOrEqual(1)
})
