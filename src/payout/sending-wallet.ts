import type { Address, KeyPairSigner } from '@solana/kit'
import type { ClusterReader } from '#payout/cluster-reader.ts'
import type { Cluster } from '#solana/cluster.ts'
import type { Mint } from '#solana/mint.ts'
import type { TransactionFormat } from '#solana/transaction-format.ts'

/** All that signing a payout takes. It lives in memory alone, for as long as a run does. */
export interface SendingWallet {
  /** The node that transactions are sent to. */
  cluster: Cluster
  reader: ClusterReader
  signer: KeyPairSigner
  mint: Mint
  sourceTokenAccount: Address
  genesisHash: string
  /**
   * Where the source account's finalized history stood when it was last read. Whatever is signed refers to a later slot,
   * so that its death can be proved: an answer that shows this entry covers everything since.
   */
  historySlot: number
  /** The largest format of transactions that the cluster took when it was asked. */
  format: TransactionFormat
  /** What stays in each new token account. */
  accountRentLamports: bigint
  /** Names a new attempt, unlike any before it: see memo.ts. */
  newAttemptId(): string
}
