import type { Address } from '@solana/kit'
import type { BaseUnits } from '#domain/amounts.ts'

/** One holder's matter: what was owed, what the books say, what the chain says. */
export interface Reconciliation {
  wallet: Address
  owed: BaseUnits
  /** The books call the claim sent. */
  sent: boolean
  onChain: bigint
}

export interface Comparison {
  unpaid: number
  paidTwice: number
  wrongAmount: number
  /** Where the books say sent and the chain shows nothing, or the other way round. */
  disagreements: number
}

/** Compares books and chain to the base unit. A recipient that is owed less than one base unit has nothing to get. */
export function compareRecords(reconciliations: readonly Reconciliation[]): Comparison {
  const comparison: Comparison = { unpaid: 0, paidTwice: 0, wrongAmount: 0, disagreements: 0 }
  for (const { owed, sent, onChain } of reconciliations) {
    if (onChain === 0n && owed > 0n) comparison.unpaid += 1
    else if (owed > 0n && onChain === 2n * owed) comparison.paidTwice += 1
    else if (onChain !== owed) comparison.wrongAmount += 1
    if (sent !== (onChain === owed)) comparison.disagreements += 1
  }
  return comparison
}
