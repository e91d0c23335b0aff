import { sumBaseUnits } from './amounts.ts'

/** A payment as either side has it. */
interface Payment {
  baseUnits: bigint
}

/**
 * The ways in which payments on the chain differ from the expected ones to one recipient, or to one recipient
 * within one transaction.
 *
 * - `missing`: payments are expected, the chain has none.
 * - `unexpected`: the chain has payments, none is expected.
 * - `different_amount`: both have payments, by different amounts.
 */
export type PaymentDifference = 'missing' | 'unexpected' | 'different_amount'

/**
 * Compares the sums of payments to the base unit, however they are split; returns null where both are equal.
 */
export function comparePayments(
  expected: readonly Payment[],
  onChain: readonly Payment[],
): PaymentDifference | null {
  if (onChain.length === 0) return expected.length === 0 ? null : 'missing'
  if (expected.length === 0) return 'unexpected'
  return sumBaseUnits(expected) === sumBaseUnits(onChain) ? null : 'different_amount'
}
