import { BASE_FEE_LAMPORTS } from '#solana/fees.ts'
import { signMarkerTransaction } from '#solana/marker-transaction.ts'
import type { LatestBlockhash } from '#solana/solana-rpc.ts'
import type { PlannedAttempt } from '#store/journal.ts'
import { memoOf } from './memo.ts'
import { newAttempt } from './new-attempt.ts'
import type { SendingWallet } from './sending-wallet.ts'

/**
 * Signs a transaction that moves nothing but appears in the source account's history. An answer that shows it
 * is known to reach at least that far: without a later payment, this is what proves that an expired one is
 * not merely not indexed yet.
 */
export async function signMarker(
  wallet: SendingWallet,
  terms: { runId: number; fence: number; blockhash: LatestBlockhash; nowMs: number },
): Promise<PlannedAttempt> {
  const id = wallet.newAttemptId()
  const { blockhash, lastValidBlockHeight } = terms.blockhash
  const signed = await signMarkerTransaction({
    sender: wallet.signer,
    sourceTokenAccount: wallet.sourceTokenAccount,
    memo: memoOf(id),
    blockhash,
    lastValidBlockHeight,
  })
  const costs = { baseUnits: 0n, feeLamports: BASE_FEE_LAMPORTS, rentLamports: 0n }
  return { transferIds: [], attempt: newAttempt(wallet, terms, { id, kind: 'marker', ...signed, ...costs }) }
}
