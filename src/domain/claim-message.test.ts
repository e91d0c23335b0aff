import { expect, test } from 'vitest'
import { claimMessage } from './claim-message.ts'

test('what a claimant signs, to the letter', () => {
  const parts = { eth: '0xAbC', sol: 'So1', amountUA: '1.5', nonce: '1700000000000' }
  expect(claimMessage(parts)).toBe(
    'Claim SPL tokens\neth: 0xAbC\nsol: So1\namount: 1.5\nnonce: 1700000000000',
  )
})
