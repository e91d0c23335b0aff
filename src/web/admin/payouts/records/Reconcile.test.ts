import { expect, test } from 'vitest'
import type { ReconcileResponse } from '#api-schema/sender-records.ts'
import { withNote } from './Reconcile.tsx'

const moved = (signature: string) => ({ signature, amountUA: '1', counterparties: [], note: null })

const RESULT: ReconcileResponse = {
  agrees: false,
  transactions: 1,
  chainPayments: 1,
  chainAmountUA: '1',
  bookedPayments: 1,
  bookedAmountUA: '1',
  bookedElsewhere: { payments: 0, amountUA: '0' },
  markedWithoutProof: { payments: 0, amountUA: '0' },
  differences: [],
  otherOutflows: [moved('a'), moved('b')],
  inflows: [moved('c')],
}

test('chain and records agree once every outflow has a note, regardless of inflows', () => {
  const first = withNote(RESULT, 'a', 'To the treasury')
  expect(first).toMatchObject({ agrees: false, otherOutflows: [{ note: 'To the treasury' }, { note: null }] })
  expect(withNote(first, 'c', 'From the treasury')).toMatchObject({
    agrees: false,
    inflows: [{ note: 'From the treasury' }],
  })
  expect(withNote(first, 'b', 'To a friend')).toMatchObject({ agrees: true })
})

test('a note explains no difference', () => {
  const difference = {
    kind: 'missing' as const,
    reference: null,
    recipient: 'r',
    signature: 's',
    bookedAmountUA: '1',
    chainAmountUA: '0',
  }
  const both = withNote(withNote({ ...RESULT, differences: [difference] }, 'a', 'x'), 'b', 'y')
  expect(both.agrees).toBe(false)
})
