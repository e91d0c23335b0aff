import type { Address } from '@solana/kit'
import type { AmountUA } from './amounts.ts'

/** A payment owed, before it is on a run's list: to whom, how much, and what for. */
export interface Payment {
  recipient: Address
  /** Zero where nothing can be sent: less than the token's smallest unit, or more than a token account can hold. */
  baseUnits: bigint
  dustUA: AmountUA
  /** The claim or the row of a distribution's file that it is owed for. */
  claimId: string | null
  rowNumber: number | null
}

/** Why a payment that is owed is not made, in the order in which the reasons are looked for. */
export const LEFT_OUT_REASONS = [
  'in_flight',
  'held',
  'too_large',
  'floored',
  'denied',
  'frozen',
  'unusable',
] as const
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

/** A payment to one wallet as the chain shows it in a transaction. */
export interface ChainPayment {
  signature: string
  /** The owner of the token account that was paid. */
  recipient: Address
  baseUnits: bigint
}
