import type { TransactionFormat } from '#solana/transaction-format.ts'
import type { FirstBlockhash } from './blockhash-source.ts'

/** The cluster's terms that a run signs by, from the same verified read that cleared it. */
export interface SigningTerms {
  /** The largest format of transactions that it accepts. */
  format: TransactionFormat
  /** The rent that stays in each new token account, until it is read with a further blockhash. */
  accountRentLamports: bigint
  /** The first blockhash; null where none was read. */
  blockhash: FirstBlockhash | null
}
