import type { PayoutTransaction } from '#solana/payout-transaction.ts'
import { memoOf } from './memo.ts'
import type { SimulatedTransaction, SimulationTerms } from './prepare-transaction.ts'
import type { SendingWallet } from './sending-wallet.ts'

/** Describes the transaction of an attempt: simulated and signed, it is the same but for its limit of compute units. */
export function payoutOf(
  wallet: SendingWallet,
  { id, format, transfers, computeUnitLimit }: SimulatedTransaction,
  { blockhash, price }: Pick<SimulationTerms, 'blockhash' | 'price'>,
): PayoutTransaction {
  return {
    format,
    sender: wallet.signer,
    mint: wallet.mint,
    sourceTokenAccount: wallet.sourceTokenAccount,
    transfers,
    memo: memoOf(id),
    blockhash: blockhash.blockhash,
    lastValidBlockHeight: blockhash.lastValidBlockHeight,
    computeUnitLimit,
    microLamportsPerComputeUnit: price,
  }
}
