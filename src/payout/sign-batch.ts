import { transactionFeeLamports } from '#solana/fees.ts'
import { countNewTokenAccounts } from '#solana/packing.ts'
import { signPayout } from '#solana/payout-transaction.ts'
import type { LatestBlockhash } from '#solana/solana-rpc.ts'
import type { PlannedAttempt } from '#store/journal.ts'
import { newAttempt } from './new-attempt.ts'
import { payoutOf } from './payout-of.ts'
import type { PayableTransfer, SimulatedTransaction } from './prepare-transaction.ts'
import type { SendingWallet } from './sending-wallet.ts'

export interface BatchTerms {
  runId: number
  fence: number
  accountRentLamports: bigint
  blockhash: LatestBlockhash
  /** The price offered for a compute unit, in micro-lamports. */
  price: bigint
  nowMs: number
}

/** Signs transactions that were simulated, each with the limit that it needs. Sends nothing. */
export function signBatch(
  wallet: SendingWallet,
  simulated: readonly SimulatedTransaction[],
  terms: BatchTerms,
): Promise<PlannedAttempt[]> {
  return Promise.all(simulated.map((transaction) => signTransaction(wallet, transaction, terms)))
}

async function signTransaction(
  wallet: SendingWallet,
  transaction: SimulatedTransaction,
  terms: BatchTerms,
): Promise<PlannedAttempt> {
  const { id, transfers, computeUnitLimit } = transaction
  const { signature, wireBytes } = await signPayout(payoutOf(wallet, transaction, terms))
  return {
    transferIds: transfers.map((transfer) => transfer.id),
    attempt: newAttempt(wallet, terms, {
      id,
      kind: 'payment',
      signature,
      wireBytes,
      baseUnits: outflowOf(transfers, wallet),
      feeLamports: transactionFeeLamports(computeUnitLimit, terms.price),
      rentLamports: BigInt(countNewTokenAccounts(transfers)) * terms.accountRentLamports,
    }),
  }
}

/** Sums what leaves the source account: a payment to the sending wallet itself comes back into it. */
function outflowOf(transfers: readonly PayableTransfer[], { sourceTokenAccount }: SendingWallet): bigint {
  return transfers
    .filter(({ tokenAccount }) => tokenAccount !== sourceTokenAccount)
    .reduce((sum, { baseUnits }) => sum + baseUnits, 0n)
}
