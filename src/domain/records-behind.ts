import type { Address } from '@solana/kit'

/** Payments by a wallet that the chain shows and the journal lacks. While they are not accounted for, nothing is signed for that wallet. */
export interface RecordsBehind {
  genesisHash: string
  walletAddress: Address
  mintAddress: Address
  /** 0 where only the wallet's balance is unexplained. */
  payments: number
  baseUnits: bigint
  /** Transactions that the node lists and can not show: more payments may be among them. */
  unshown: number
  checkedAtMs: number
}

/** The words by which an operator confirms that a wallet's history has no payments of a Ferry so far. */
export const ANCHOR_CONFIRMATION = 'no Ferry paid from it'

/** Returns the words by which an operator confirms to pay on without payments: their number, and that of the transactions that are not shown. */
export function continueWords({ payments, unshown }: Pick<RecordsBehind, 'payments' | 'unshown'>): string {
  const sum = `${payments} ${payments === 1 ? 'payment' : 'payments'}`
  if (unshown === 0) return sum
  return `${sum} and ${unshown} ${unshown === 1 ? 'transaction' : 'transactions'} that the node can not show`
}
