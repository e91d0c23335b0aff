import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds } from '#app/epoch-seconds.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { Transfer } from '#domain/transfer.ts'
import { clusterName } from '#solana/clusters.ts'
import type { Hold, UnsignedHold } from '#store/holds.ts'

/**
 * Lists transactions that can not be decided, with the known facts, then payments that no run would sign;
 * oldest first.
 */
export async function listHolds({ store }: AppContext) {
  const [signed, unsigned] = await Promise.all([store.holds.list(), store.holds.listUnsigned()])
  return [...signed.map(describeHold), ...unsigned.map(describeUnsigned)]
}

function describeHold({ attempt, mintDecimals, transfers }: Hold) {
  return {
    attemptId: attempt.id,
    signature: attempt.signature,
    cluster: clusterName(attempt.genesisHash),
    walletAddress: attempt.walletAddress,
    since: toEpochSeconds(attempt.journaledAtMs),
    transfers: transfers.map((transfer) => describeTransfer(transfer, mintDecimals)),
    known: attempt.error,
    lastValidBlockHeight: attempt.lastValidBlockHeight,
    slot: attempt.contextSlot,
  }
}

function describeUnsigned({ transfer, walletAddress }: UnsignedHold) {
  return {
    attemptId: null,
    signature: null,
    cluster: clusterName(transfer.genesisHash),
    walletAddress,
    since: null,
    transfers: [describeTransfer(transfer, transfer.mintDecimals)],
    known: transfer.failure,
    lastValidBlockHeight: null,
    slot: null,
  }
}

function describeTransfer(transfer: Transfer, mintDecimals: number) {
  return {
    recipient: transfer.recipient,
    amountUA: formatDecimalUnits(transfer.baseUnits, mintDecimals),
    claimId: transfer.claimId,
    distributionId: transfer.distributionId,
    rowNumber: transfer.rowNumber,
  }
}
