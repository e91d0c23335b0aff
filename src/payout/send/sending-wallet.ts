import type { Address, KeyPairSigner } from '@solana/kit'
import type { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import type { Mint } from '#solana/mint.ts'

/** Everything that signing a payout needs. It is kept in memory alone, for the duration of a run. */
export interface SendingWallet {
  /** The nodes of its cluster. */
  reader: FailoverRpc
  signer: KeyPairSigner
  /** As it was pinned when the sender was configured. */
  mint: Mint
  /** The account that is paid from, and its owner: the signer itself, or who has made it the delegate. */
  sourceTokenAccount: Address
  sourceOwner: Address
  /** The most that is offered for a compute unit, in micro-lamports: sealed with the key. */
  priorityFeeCap: number
  genesisHash: string
  /** Makes a unique id for a new attempt: see memo.ts. */
  newAttemptId(): string
}
