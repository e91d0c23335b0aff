import { expect, test } from 'vitest'
import { nobodyPaid } from './StatusBadge.tsx'

test('a payout that ended and paid nobody is not completed, and nothing is said of what may still land', () => {
  const ended = { status: 'completed', paid: 0, held: 0 } as const
  expect(nobodyPaid(ended)).toBe('Ended, nothing paid')
  expect(nobodyPaid({ ...ended, held: 3 })).toBe('Ended, on hold')
  expect(nobodyPaid({ ...ended, paid: 1, held: 3 })).toBe(null)
  for (const status of ['running', 'stopped', 'failed', 'pending'] as const) {
    expect(nobodyPaid({ ...ended, status })).toBe(null)
  }
})
