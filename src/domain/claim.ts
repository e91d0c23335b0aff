import type { Address } from '@solana/kit'
import type { AmountUA, Wei } from './amounts.ts'
import type { SignedBy, SiweTerms } from './claim-message.ts'
import type { EvmAddress } from './evm-address.ts'
import type { AcceptedClaim } from './sealed-record.ts'

/** A holder's one claim: whom it pays, how much, and the signature that says so. */
export interface Claim {
  /** Order of arrival, and the cursor of lists. */
  seq: number
  id: string
  evmAddress: EvmAddress
  /** The address as it was signed, letter case and all. */
  ethSigned: string
  solAddress: Address
  /** The version of the holder list that its amount was read from. */
  snapshotId: number
  amountWei: Wei
  /** Whole tokens as they were signed: fixed from then on. */
  amountUA: AmountUA
  chainId: number
  nonce: string
  signature: string
  /**
   * The kind of signer: a key, whose signature can be verified again without a node, or a contract wallet.
   */
  signedBy: SignedBy
  /** What its message names besides, where that was EIP-4361; null where it was the five lines. */
  siweTerms: SiweTerms | null
  /** Keyed over what was accepted (see sealed-record.ts); empty where none was made. */
  seal: string
  status: ClaimStatus
  submittedAtMs: number
  solTx: string | null
  /** The time of the last correction; null where there was none. */
  correctedAtMs: number | null
  /** The time at which it was sent or rejected. */
  settledAtMs: number | null
  rejectReason: string | null
}

export const CLAIM_STATUSES = ['queued', 'sent', 'rejected'] as const

/** A claim waits, was paid, or was rejected by the operator. Nothing leaves `sent` or `rejected`. */
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]

/** The content of a claim until it was corrected, sealed as it was accepted. */
export interface ClaimCorrection extends Omit<AcceptedClaim, 'id'>, Pick<Claim, 'snapshotId' | 'seal'> {
  id: number
  claimId: string
  /** The time from which on it was in force. */
  acceptedAtMs: number
  /** The time at which another one replaced it. */
  correctedAtMs: number
}

/**
 * The result of an operator's decision. `transaction_used`: the given transaction settles or carries another
 * payment. `claim_corrected`: the payment went to another address than the claim has by now.
 */
export const DECISION_OUTCOMES = [
  'done',
  'unknown_claim',
  'claim_not_queued',
  'payment_under_way',
  'claim_corrected',
  'transaction_used',
] as const
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number]

/** The events that the history of a claim lists. */
export const CLAIM_EVENTS = [
  'submitted',
  'corrected',
  'attempt_journaled',
  'attempt_paid',
  'attempt_failed',
  'attempt_expired',
  'attempt_held',
  'payment_failed',
  'marked_sent',
  'marked_sent_forced',
  'hold_settled_paid',
  'hold_settled_expired',
  'taken_over',
  'rejected',
  'rejection_undone',
  'noted',
] as const
export type ClaimEvent = (typeof CLAIM_EVENTS)[number]

/** The orders that the list of claims can be read in. Of equal amounts `largest` gives the newest first, `smallest` the oldest. */
export const CLAIM_SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const
export type ClaimSort = (typeof CLAIM_SORTS)[number]

/** What became of a claim's payment, as the list of claims is filtered by it. `by_hand`: marked sent by an operator. */
export const CLAIM_PAYMENT_FILTERS = ['failed', 'on_hold', 'in_flight', 'by_hand'] as const
export type ClaimPaymentFilter = (typeof CLAIM_PAYMENT_FILTERS)[number]

/** The one status that such claims have. */
export const STATUS_OF_PAYMENT: Readonly<Record<ClaimPaymentFilter, ClaimStatus>> = {
  failed: 'queued',
  on_hold: 'queued',
  in_flight: 'queued',
  by_hand: 'sent',
}

/**
 * The reasons, for a claimant's eyes, why a payment does not go on by itself: the amount is less than the token's smallest
 * unit, the recipient's token account can not take it, it is on hold until it is clear what became of it, or it failed
 * otherwise.
 */
export const CLAIM_ATTENTIONS = ['too_small', 'recipient', 'on_hold', 'failed'] as const
export type ClaimAttention = (typeof CLAIM_ATTENTIONS)[number]
