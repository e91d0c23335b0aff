import type { Address } from '@solana/kit'

/** Payments by a wallet that the chain shows and the journal lacks. While they are not accounted for, nothing is signed for that wallet. */
export interface RecordsBehind {
  genesisHash: string
  walletAddress: Address
  mintAddress: Address
  /** 0 where only the wallet's balance is unexplained. */
  payments: number
  baseUnits: bigint
  checkedAtMs: number
}
