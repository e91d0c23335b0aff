import type { Address } from '@solana/kit'
import type { AmountUA, BaseUnits } from './amounts.ts'

/** A payment owed, before it is on a run's list: to whom, how much, and what for. */
export interface Payment {
  recipient: Address
  baseUnits: BaseUnits
  dustUA: AmountUA
  /** What it is owed for: a claim, or a row of a distribution's file. */
  claimId: string | null
  rowNumber: number | null
}

/** What the chain shows that a transaction paid to one wallet. */
export interface ChainPayment {
  signature: string
  /** The owner of the token account that was paid. */
  recipient: Address
  baseUnits: bigint
}
