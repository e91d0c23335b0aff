import type { Address } from '@solana/kit'
import type { BaseUnits } from '#domain/amounts.ts'
import { comparePayments } from '#domain/compare-payments.ts'

/** One holder's debt, its status in the records, and the payment on the chain. */
export interface Reconciliation {
  wallet: Address
  owed: BaseUnits
  /** The records call the claim sent. */
  sent: boolean
  onChain: bigint
}

export interface Comparison {
  unpaid: number
  paidTwice: number
  wrongAmount: number
  /** The records say sent and the chain shows something else, or the other way round. */
  disagreements: number
}

/**
 * Compares debts, records and chain to the base unit. A holder who is owed less than one base unit gets
 * nothing, and the records call that sent.
 */
export function compareRecords(reconciliations: readonly Reconciliation[]): Comparison {
  const comparison: Comparison = { unpaid: 0, paidTwice: 0, wrongAmount: 0, disagreements: 0 }
  for (const { owed, sent, onChain } of reconciliations) {
    const due = paymentOf(owed)
    const shown = paymentOf(onChain)
    const difference = comparePayments(due, shown)
    if (difference === 'missing') comparison.unpaid += 1
    else if (difference !== null && onChain === 2n * owed) comparison.paidTwice += 1
    else if (difference !== null) comparison.wrongAmount += 1
    const isLeftOpen = owed === 0n && !sent
    if (isLeftOpen || comparePayments(sent ? due : [], shown) !== null) comparison.disagreements += 1
  }
  return comparison
}

/** Returns a balance as a payment: none where it is zero. */
function paymentOf(baseUnits: bigint): { baseUnits: bigint }[] {
  return baseUnits === 0n ? [] : [{ baseUnits }]
}
