import type { Address, KeyPairSigner } from '@solana/kit'
import type { Mint } from '#solana/mint.ts'
import type { FailoverRpc } from './failover-rpc.ts'

/** All that signing a payout takes. It lives in memory alone, for as long as a run does. */
export interface SendingWallet {
  /** The nodes of its cluster. */
  reader: FailoverRpc
  signer: KeyPairSigner
  /** As it was pinned when the sender was configured. */
  mint: Mint
  sourceTokenAccount: Address
  /** The most that is offered for a compute unit, in micro-lamports: sealed with the key. */
  priorityFeeCap: number
  genesisHash: string
  /** Names a new attempt, unlike any before it: see memo.ts. */
  newAttemptId(): string
}
