import type { Address } from '@solana/kit'
import type { RunState } from './payout-states.ts'
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
  /** The reason why it failed, or what it waits for; null for one that has come to its end (see runMessage). */
  message: string | null
  startedAtMs: number
  finishedAtMs: number | null
}

/** A run's payments by what became of them, as of now. */
interface RunCounts {
  paid: number
  failed: number
  hold: number
  /** Of claims that were rejected before they were sent. */
  rejected: number
}

/** Returns why a run failed, what it waits for, or in a sentence what one that has come to its end leaves unpaid; null where it paid all. */
export function runMessage(run: Pick<Run, 'state' | 'message'>, counts: RunCounts): string | null {
  return run.message ?? (run.state === 'completed' ? describeUnpaid(counts) : null)
}

function describeUnpaid({ paid, failed, hold, rejected }: RunCounts): string | null {
  const parts: string[] = []
  if (failed > 0) parts.push(`${failed} ${failed === 1 ? 'payment' : 'payments'} failed`)
  if (hold > 0) parts.push(`${hold} ${hold === 1 ? 'payment is' : 'payments are'} on hold`)
  if (rejected > 0)
    parts.push(`${rejected} ${rejected === 1 ? 'claim was' : 'claims were'} rejected meanwhile`)
  if (parts.length === 0) return paid === 0 ? 'Nothing was paid.' : null
  return `${paid === 0 ? 'Nothing was paid: ' : ''}${parts.join(', ')}.`
}

/** The comparison of a run that has ended with the chain. */
export interface RunComparison {
  /** Nothing was missing, nothing unknown, and nothing else had left the wallet. */
  agrees: boolean
  checkedAtMs: number
  /** The run's payments that the chain shows. */
  payments: number
  baseUnits: bigint
  /** Payments of this wallet that the chain shows and the records do not count. */
  unknownPayments: number
  /** The run's payments that the chain does not show. */
  missing: number
  /** Its payments that could not be decided by then: while there are any, it is not said to agree. */
  undecided: number
  /** Transactions by which something else left the source account, and that nobody had acknowledged by then. */
  otherOutflows: readonly string[]
}

/**
 * The ways in which records and chain can differ:
 *
 * - `missing`: the records say paid, the chain does not.
 * - `duplicate`: the chain paid a recipient of the records again, in a transaction that they do not count.
 * - `foreign`: the chain paid a recipient that is not in the records.
 * - `different_amount`: both say paid, by different amounts.
 */
export const DIFFERENCE_KINDS = ['missing', 'duplicate', 'foreign', 'different_amount'] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** What to know of payments that the records have and a node does not show. */
export const MISSING_PAYMENTS =
  'A node that has pruned older transactions does not show them: compare through one that keeps all, before a payment is taken for lost.'
