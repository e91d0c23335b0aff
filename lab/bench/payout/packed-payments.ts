import type { Address, KeyPairSigner } from '@solana/kit'
import type { BaseUnits } from '#domain/amounts.ts'
import { memoOf, newAttemptId } from '#payout/memo.ts'
import { MAX_COMPUTE_UNITS } from '#solana/fees.ts'
import type { Mint } from '#solana/mint.ts'
import { packTransfers } from '#solana/packing.ts'
import { type PayoutTransfer, type SignedTransaction, signPayout } from '#solana/payout-transaction.ts'
import { associatedTokenAccount, type TokenAccountNeed } from '#solana/recipients.ts'
import type { TransactionFormat } from '#solana/transaction-format.ts'

/** Any blockhash: nothing here checks it. */
const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'

/** A transfer of one base unit to each wallet, its token account derived. */
export function transfersTo(mint: Mint, wallets: readonly Address[], need: TokenAccountNeed) {
  return wallets.map((wallet) => ({
    wallet,
    tokenAccount: associatedTokenAccount(mint, wallet),
    need,
    baseUnits: 1n as BaseUnits,
    packLimit: null,
  }))
}

export interface PackingTerms {
  sender: KeyPairSigner
  mint: Mint
  sourceTokenAccount: Address
  format: TransactionFormat
}

/** Packs transfers and signs their transactions, as a run does once they are simulated. */
export async function signPacked(
  transfers: readonly (PayoutTransfer & { packLimit: null })[],
  terms: PackingTerms,
): Promise<SignedTransaction[]> {
  const signed: SignedTransaction[] = []
  for (const { transfers: packed } of packTransfers(transfers, terms.format)) {
    signed.push(
      await signPayout({
        ...terms,
        transfers: packed,
        memo: memoOf(newAttemptId()),
        blockhash: BLOCKHASH,
        lastValidBlockHeight: 150,
        computeUnitLimit: MAX_COMPUTE_UNITS,
        microLamportsPerComputeUnit: 1_000n,
      }),
    )
  }
  return signed
}
