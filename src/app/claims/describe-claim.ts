import { toEpochSeconds } from '#app/epoch-seconds.ts'
import type { ClusterName } from '#domain/cluster-name.ts'
import type { Sender } from '#domain/sender.ts'
import { UNKNOWN_CLUSTER } from '#domain/unknown-cluster.ts'
import { clusterName } from '#solana/clusters.ts'
import type { ListedClaim } from '#store/claim-lists.ts'
import { CLAIM_REJECTED } from '#store/claim-rejected.ts'

/** Describes a claim as the panel shows it. */
export function describeClaim(claim: ListedClaim, sender: Sender | undefined) {
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
