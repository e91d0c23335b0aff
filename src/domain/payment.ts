import type { Address } from '@solana/kit'
import type { AmountUA } from './amounts.ts'
import type { TransferState } from './payout-states.ts'

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

/** True of a payment that was made already, or may have been, or waits for a decision: it is listed among those on hold. */
export function isUnsettled(reason: string): boolean {
  return reason === 'in_flight' || reason === 'held'
}

/**
 * The failure of a payment whose claim was rejected before anything was sent, or whose rejection was taken back: where the claim is
 * queued, the next run pays it as one that was never tried.
 */
export const CLAIM_REJECTED = 'The claim was rejected'

/** True where an operator withdrew a payment by rejecting its claim: no failure of its run, and counted apart. */
export function isWithdrawn(state: TransferState, failure: string | null): boolean {
  return state === 'failed' && failure === CLAIM_REJECTED
}
