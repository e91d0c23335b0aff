import type { Address } from '@solana/kit'
import { expect, test } from 'vitest'
import type { Recipient } from '#solana/recipients.ts'
import { createRecipientCache } from './look-up-recipients.ts'

const scope = {
  genesisHash: 'genesis',
  mint: { address: 'mint' as Address, tokenProgram: 'program' as Address },
}

const recipient = (wallet: string): Recipient => ({
  payable: true,
  wallet: wallet as Address,
  tokenAccount: `account-of-${wallet}` as Address,
  need: 'missing',
})

test('recipients are cached for ten minutes', () => {
  let nowMs = 5
  const cache = createRecipientCache({ monotonicMs: () => nowMs })
  cache.keep(scope, [recipient('a')])
  nowMs += 10 * 60_000 - 1
  expect(cache.find(scope, 'a' as Address)).toEqual(recipient('a'))
  expect(cache.find(scope, 'b' as Address)).toBeUndefined()
  nowMs += 1
  expect(cache.find(scope, 'a' as Address)).toBeUndefined()
  cache.keep(scope, [recipient('a')])
  expect(cache.find(scope, 'a' as Address)).toEqual(recipient('a'))
})

test.each([
  ['cluster', { ...scope, genesisHash: 'other' }],
  ['mint', { ...scope, mint: { ...scope.mint, address: 'other' as Address } }],
  ['token program', { ...scope, mint: { ...scope.mint, tokenProgram: 'other' as Address } }],
])('nothing is cached for another %s', (_, other) => {
  const cache = createRecipientCache({ monotonicMs: () => 0 })
  cache.keep(scope, [recipient('a')])
  expect(cache.find(other, 'a' as Address)).toBeUndefined()
})

test('of too many, those that were found last are kept', () => {
  const cache = createRecipientCache({ monotonicMs: () => 0 })
  cache.keep(scope, [recipient('first'), recipient('second')])
  cache.keep(scope, [recipient('first')])
  cache.keep(
    scope,
    Array.from({ length: 99_999 }, (_, index) => recipient(`w${index}`)),
  )
  expect(cache.find(scope, 'second' as Address)).toBeUndefined()
  expect(cache.find(scope, 'first' as Address)).toBeDefined()
})
