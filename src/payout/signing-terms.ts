import type { TransactionFormat } from '#solana/transaction-format.ts'
import type { FirstBlockhash } from './blockhash-source.ts'

/** What the cluster said that a run is to be signed by, in the same verified look that cleared it. */
export interface SigningTerms {
  /** The largest format of transactions that it took. */
  format: TransactionFormat
  /** What stays in each new token account. */
  accountRentLamports: bigint
  /** To begin with; null where none was read. */
  blockhash: FirstBlockhash | null
}
