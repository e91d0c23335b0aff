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
