import type { Address, KeyPairSigner } from '@solana/kit'
import type { Cluster } from '#solana/cluster.ts'
import type { Mint } from '#solana/mint.ts'

/** All that signing a payout takes. It lives in memory alone, for as long as a run does. */
export interface SendingWallet {
  cluster: Cluster
  signer: KeyPairSigner
  mint: Mint
  sourceTokenAccount: Address
  genesisHash: string
  /** What stays in each new token account. */
  accountRentLamports: bigint
  /** Names a new attempt, unlike any before it: see memo.ts. */
  newAttemptId(): string
}
