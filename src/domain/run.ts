import type { Address } from '@solana/kit'
import type { RunState } from './payout-states.ts'
import type { RunComparison } from './run-comparison.ts'
import type { SenderKind } from './sender.ts'

/** One start of a payout: a list of transfers, paid from one wallet on the sender's terms of then. */
export interface Run {
  id: number
  sender: SenderKind
  /** The distribution that it pays; null for a run over the queued claims. */
  distributionId: string | null
  state: RunState
  walletAddress: Address
  /** As of its sender: null where the wallet's own account is paid from. */
  sourceOwner: Address | null
  sourceTokenAccount: Address | null
  mintAddress: Address
  mintDecimals: number
  tokenProgram: Address
  genesisHash: string
  batchSize: number
  delayMs: number
  transferCount: number
  batchCount: number
  /** The time at which its newest batch was journaled; null before the first. */
  lastBatchAtMs: number | null
  /** The source account's finalized balance before the run signed anything, and the slot of that bank; null until read. */
  anchorSlot: number | null
  anchorBaseUnits: bigint | null
  /** Keyed over the anchor and what the records said was paid before the run (see store/records/anchors.ts). */
  anchorSeal: string | null
  /**
   * The time for which it was paying, by the paying process' monotonic clock; the time in which it waited is
   * left out.
   */
  activeMs: number
  /** The time since which it waits for a node, another server or the records; null while it does not. */
  waitingSinceMs: number | null
  /** Null until it has ended and was compared with the chain. */
  comparison: RunComparison | null
  /** The most payments that it puts on its list, and the most base units of them together; null for no limit. */
  maxPayments: number | null
  maxBaseUnits: bigint | null
  /** The number of claims that were selected for it; null where it takes any. */
  selectedCount: number | null
  /** The number of payments that have to be final before any other is signed; null for none. */
  canary: number | null
  /** The route of its start and the key that came with it, and the SHA-256 of that start's body; null where none came. */
  startKey: string | null
  startBodyHash: string | null
  /** The costs as they were estimated when it was started. */
  estimatedFeeLamports: bigint
  estimatedRentLamports: bigint
  /** The reason why it failed, or what it waits for. */
  message: string | null
  startedAtMs: number
  finishedAtMs: number | null
}
