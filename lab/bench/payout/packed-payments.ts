import type { Address, KeyPairSigner } from '@solana/kit'
import type { BaseUnits } from '#domain/amounts.ts'
import { MINT_DECIMALS } from '#lab/environment/environment.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { TOKEN_PROGRAM } from '#lab/localnet/token-state.ts'
import { memoOf, newAttemptId } from '#payout/send/memo.ts'
import { MAX_COMPUTE_UNITS } from '#solana/fees.ts'
import { type Mint, tokenAccountBytesOf } from '#solana/mint.ts'
import { packTransfers } from '#solana/packing.ts'
import { type SignedTransaction, signPayout } from '#solana/payout-transaction.ts'
import { associatedTokenAccount, type TokenAccountNeed } from '#solana/recipients.ts'
import type { TransactionFormat } from '#solana/transaction-format.ts'

/** Any blockhash: nothing here checks it. */
const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'

/** A mint of the older token program, as the localnet's. */
export function sampleMint(address: Address): Mint {
  return {
    address,
    decimals: MINT_DECIMALS,
    tokenProgram: TOKEN_PROGRAM,
    tokenAccountBytes: tokenAccountBytesOf(TOKEN_PROGRAM),
    extensions: [],
  }
}

/** Makes transfers of one base unit to so many wallets. */
export function sampleTransfers(mint: Mint, count: number, need: TokenAccountNeed) {
  return Array.from({ length: count }, () => {
    const wallet = freshSolanaAddress()
    const tokenAccount = associatedTokenAccount(mint, wallet)
    return { wallet, tokenAccount, need, baseUnits: 1n as BaseUnits, packLimit: null }
  })
}

interface PackingTerms {
  sender: KeyPairSigner
  mint: Mint
  format: TransactionFormat
}

/** Packs transfers and signs their transactions, as a run does once they are simulated. */
export async function signPacked(
  transfers: ReturnType<typeof sampleTransfers>,
  terms: PackingTerms,
): Promise<SignedTransaction[]> {
  const signed: SignedTransaction[] = []
  for (const { transfers: packed } of packTransfers(transfers, terms.format)) {
    signed.push(
      await signPayout({
        ...terms,
        sourceTokenAccount: associatedTokenAccount(terms.mint, terms.sender.address),
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
