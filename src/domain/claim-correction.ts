import type { Claim } from './claim.ts'
import type { AcceptedClaim } from './claim-seal.ts'

/** The content of a claim until it was corrected, sealed as it was accepted. */
export interface ClaimCorrection extends Omit<AcceptedClaim, 'id'>, Pick<Claim, 'snapshotId' | 'seal'> {
  id: number
  claimId: string
  /** The time from which on it was in force. */
  acceptedAtMs: number
  /** The time at which another one replaced it. */
  correctedAtMs: number
}
