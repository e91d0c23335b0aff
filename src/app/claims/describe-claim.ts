import { toEpochSeconds } from '#app/epoch-seconds.ts'
import type { ClusterName } from '#domain/cluster-name.ts'
import { UNKNOWN_CLUSTER } from '#domain/unknown-cluster.ts'
import { clusterName } from '#solana/clusters.ts'
import type { ListedClaim } from '#store/claim-lists.ts'
import type { SenderRow } from '#store/schema.ts'

/** A claim as the panel shows it, whole. */
export function describeClaim(claim: ListedClaim, sender: SenderRow | undefined) {
  return {
    id: claim.id,
    evmAddr: claim.evm_address,
    solAddr: claim.sol_address,
    amountUa: claim.amount_ua,
    status: claim.status,
    submittedAt: toEpochSeconds(claim.submitted_at_ms),
    solTx: claim.sol_tx,
    attemptState: claim.attempt_state,
    failure: claim.failure,
    cluster: clusterOfClaim(claim, sender),
    reason: claim.reject_reason,
  }
}

/** Where its payment was planned; for one that was settled by hand, where the sender pays. Null while neither is known. */
export function clusterOfClaim(
  { genesis_hash, sol_tx }: Pick<ListedClaim, 'genesis_hash' | 'sol_tx'>,
  sender: SenderRow | undefined,
): ClusterName | null {
  const planned = genesis_hash === UNKNOWN_CLUSTER ? null : genesis_hash
  const hash = planned ?? (sol_tx === null ? null : sender?.genesis_hash)
  return hash ? clusterName(hash) : null
}
