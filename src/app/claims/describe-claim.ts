import type { AdminClaim } from '#api-schema/admin.ts'
import type { AdminClaimDetail } from '#api-schema/claims.ts'
import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import type { ClaimCorrection } from '#domain/claim.ts'
import { signedMessage } from '#domain/claim-message.ts'
import type { ClusterName } from '#domain/cluster-name.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import { inSol } from '#domain/lamports.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Sender } from '#domain/sender.ts'
import { clusterName } from '#solana/clusters.ts'
import { CLAIM_REJECTED } from '#store/claims/claim-decisions.ts'
import type { ListedClaim } from '#store/claims/claim-lists.ts'
import type { ClaimAttempt } from '#store/claims/claim-records.ts'
import { claimHistory } from './claim-history.ts'

/** Describes a claim as the panel shows it. */
export function describeClaim(claim: ListedClaim, sender: Sender | undefined): AdminClaim {
  return {
    id: claim.id,
    evmAddr: claim.evmAddress,
    solAddr: claim.solAddress,
    amountUa: claim.amountUA,
    status: claim.status,
    submittedAt: toEpochSeconds(claim.submittedAtMs),
    solTx: claim.solTx,
    attemptState: claim.attemptState,
    paymentState: claim.paymentState,
    byHand: claim.recordedBy === 'mark_sent' || claim.recordedBy === 'mark_sent_forced',
    failure: claim.failure === CLAIM_REJECTED ? null : claim.failure,
    cluster: clusterOfClaim(claim, sender),
    reason: claim.rejectReason,
  }
}

/**
 * Returns the cluster of a claim's planned payment, or, if it was settled manually, the sender's; null while
 * neither is known.
 */
export function clusterOfClaim(
  { genesisHash, solTx }: Pick<ListedClaim, 'genesisHash' | 'solTx'>,
  sender: Sender | undefined,
): ClusterName | null {
  const planned = genesisHash === UNKNOWN_CLUSTER ? null : genesisHash
  const hash = planned ?? (solTx === null ? null : sender?.genesisHash)
  return hash ? clusterName(hash) : null
}

/**
 * Describes a claim with the signed message, its events, and the transactions that were to pay it. Throws
 * unknown_claim.
 */
export async function claimDetail({ store }: AppContext, id: string): Promise<AdminClaimDetail> {
  const claim = await store.claims.find(id)
  if (!claim) throw new PortalError('unknown_claim')
  const [record, sender] = await Promise.all([store.claimRecords.find(claim), store.senders.find('bulk')])
  return {
    ...describeClaim(claim, sender),
    chainId: claim.chainId,
    nonce: claim.nonce,
    signature: claim.signature,
    message: signedMessage(claim),
    snapshotFileHash: record.snapshot?.fileHash ?? null,
    corrections: record.corrections.map(describeCorrection),
    history: claimHistory(claim, record),
    attempts: record.attempts.map(describeAttempt),
  }
}

function describeCorrection(correction: ClaimCorrection): AdminClaimDetail['corrections'][number] {
  return {
    at: toEpochSeconds(correction.correctedAtMs),
    solAddr: correction.solAddress,
    signature: correction.signature,
    message: signedMessage(correction),
  }
}

function describeAttempt(attempt: ClaimAttempt): AdminClaimDetail['attempts'][number] {
  return {
    id: attempt.id,
    signature: attempt.signature,
    state: attempt.state,
    journaledAt: toEpochSeconds(attempt.journaledAtMs),
    resolvedAt: toEpochSecondsOrNull(attempt.resolvedAtMs),
    slot: attempt.slot,
    error: attempt.error,
    cluster: clusterName(attempt.genesisHash),
    feeSOL: inSol(attempt.feeLamports),
    transfers: Number(attempt.transfers),
  }
}
