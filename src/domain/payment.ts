import type { Address } from '@solana/kit'
import type { AmountUA, BaseUnits } from './amounts.ts'

/** A payment owed, before it is on a run's list: to whom, how much, and what for. */
export interface Payment {
  recipient: Address
  baseUnits: BaseUnits
  dustUA: AmountUA
  /** The claim or the row of a distribution's file that it is owed for. */
  claimId: string | null
  rowNumber: number | null
}

/** A payment to one wallet as the chain shows it in a transaction. */
export interface ChainPayment {
  signature: string
  /** The owner of the token account that was paid. */
  recipient: Address
  baseUnits: bigint
}
