import { formatDecimalUnits } from '#domain/amounts.ts'
import { toEpochSeconds } from '#portal/epoch-seconds.ts'
import type { Portal } from '#portal/portal.ts'
import { clusterName } from '#solana/clusters.ts'

/** Transactions that can not be decided, with what is known of them, oldest first. */
export async function listHolds({ store }: Portal) {
  const holds = await store.holds.list()
  return holds.map(({ attempt, mintDecimals, transfers }) => ({
    attemptId: attempt.id,
    signature: attempt.signature,
    cluster: clusterName(attempt.genesis_hash),
    walletAddress: attempt.wallet_address,
    since: toEpochSeconds(attempt.journaled_at_ms),
    transfers: transfers.map((transfer) => ({
      recipient: transfer.recipient,
      amountUA: formatDecimalUnits(BigInt(transfer.base_units), mintDecimals),
      claimId: transfer.claim_id,
      distributionId: transfer.distribution_id,
      rowNumber: transfer.row_number,
    })),
    known: attempt.error,
    lastValidBlockHeight: attempt.last_valid_block_height,
    slot: attempt.context_slot,
  }))
}
