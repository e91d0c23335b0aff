import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import type { ClaimCorrection } from '#domain/claim-correction.ts'
import { inSol } from '#domain/lamports.ts'
import { PortalError } from '#domain/portal-error.ts'
import { signedMessage } from '#domain/signed-message.ts'
import { clusterName } from '#solana/clusters.ts'
import type { ClaimAttempt } from '#store/claim-records.ts'
import { claimHistory } from './claim-history.ts'
import { describeClaim } from './describe-claim.ts'

/**
 * Describes a claim with the signed message, its events, and the transactions that were to pay it. Throws
 * unknown_claim.
 */
export async function explainClaim({ store }: AppContext, id: string) {
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

function describeCorrection(correction: ClaimCorrection) {
  return {
    at: toEpochSeconds(correction.correctedAtMs),
    solAddr: correction.solAddress,
    signature: correction.signature,
    message: signedMessage(correction),
  }
}

function describeAttempt(attempt: ClaimAttempt) {
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
