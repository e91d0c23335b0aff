import type { AttemptState } from '#domain/payout-states.ts'
import type { BlockPosition, SignatureStatus, StatusReading } from '#solana/cluster.ts'

/**
 * What becomes of an attempt, decided from what was observed and from nothing else. The states and their transitions
 * are drawn in `domain/payout-states.ts`; the runner gathers the observations and carries the verdicts out.
 *
 * - Paid and failed are said of finalized transactions alone: an earlier status may sit on a fork.
 * - Null from a node's recent cache means nothing by itself: the transaction may be in flight, pruned or unknown to
 *   this node. Only when its blockhash has expired is it worth asking whether it is dead.
 */
export type StatusVerdict =
  | { kind: 'paid'; slot: number }
  | { kind: 'failed'; slot: number; error: string }
  /** On the chain, and likely to stay there: nothing more is sent. */
  | { kind: 'confirmed' }
  /** May still land: its bytes are sent again. */
  | { kind: 'pending' }
  /** Can not land any more, unless it has: evidence decides. */
  | { kind: 'expired' }

export interface AttemptFacts {
  genesisHash: string
  lastValidBlockHeight: number
  contextSlot: number
}

export function judgeStatus(
  attempt: AttemptFacts,
  status: SignatureStatus | null,
  finalized: BlockPosition,
): StatusVerdict {
  if (status === null) return { kind: hasExpired(attempt, finalized) ? 'expired' : 'pending' }
  if (status.commitment === 'finalized') {
    return status.error === null
      ? { kind: 'paid', slot: status.slot }
      : { kind: 'failed', slot: status.slot, error: status.error }
  }
  return { kind: status.commitment === 'confirmed' ? 'confirmed' : 'pending' }
}

function hasExpired(attempt: AttemptFacts, finalized: BlockPosition): boolean {
  return finalized.blockHeight > attempt.lastValidBlockHeight
}

/** What one node says of an attempt that should be dead. Read in this order: the position first. */
export interface NodeTestimony {
  /** Asked before and after the rest: another cluster may stand behind the URL for a while. */
  genesisHashes: readonly string[]
  finalized: BlockPosition
  /** From a search of the whole history, for this one signature. */
  history: StatusReading
  firstAvailableBlock: number
}

/** What the source account's own finalized history says. */
export interface SourceTestimony {
  /** The span since the attempt's blockhash was read lies whole in what was looked through. */
  complete: boolean
  /** The attempt's signature or its memo was found. */
  found: boolean
}

export interface DeathEvidence {
  node: NodeTestimony
  /** Null when no second node is configured. */
  secondNode: NodeTestimony | null
  source: SourceTestimony
}

export type DeathVerdict =
  | { kind: 'dead' }
  | { kind: 'landed'; status: SignatureStatus }
  /** It may or may not have landed. Says what is missing to the proof. */
  | { kind: 'undecided'; missing: string }

/**
 * Whether an attempt is proved not to have landed and to be unable to land. All of it must hold:
 * the node belongs to the attempt's cluster; the finalized height is past its last valid one; a history search made afterwards, by a bank no older, on a node
 * that still has that span, knows no such signature; the second node agrees; and the source account's own history over
 * the span shows neither the signature nor the memo.
 */
export function judgeDeath(attempt: AttemptFacts, evidence: DeathEvidence): DeathVerdict {
  const witnesses: [string, NodeTestimony][] = [['the node', evidence.node]]
  if (evidence.secondNode) witnesses.push(['the second node', evidence.secondNode])
  for (const [, { genesisHashes, history }] of witnesses) {
    const [status] = history.statuses
    if (status && isOfCluster(attempt, genesisHashes)) return { kind: 'landed', status }
  }
  for (const [name, testimony] of witnesses) {
    const missing = missingFrom(attempt, testimony)
    if (missing) return { kind: 'undecided', missing: `${name} ${missing}` }
  }
  if (evidence.source.found) {
    return {
      kind: 'undecided',
      missing: "the source account's history shows it although a node does not know it",
    }
  }
  if (!evidence.source.complete) {
    return { kind: 'undecided', missing: "the source account's history does not reach back far enough" }
  }
  return { kind: 'dead' }
}

function missingFrom(attempt: AttemptFacts, testimony: NodeTestimony): string | null {
  const { genesisHashes, finalized, history, firstAvailableBlock } = testimony
  if (!isOfCluster(attempt, genesisHashes)) return 'belongs to another cluster'
  if (!hasExpired(attempt, finalized)) return 'has not finalized the block after which it can not land'
  if (history.statuses.length !== 1) return 'did not answer the history search'
  if (history.contextSlot < finalized.slot) return 'answered the history search from an older slot'
  if (firstAvailableBlock > attempt.contextSlot) return 'no longer has the blocks in which it may have landed'
  return null
}

function isOfCluster(attempt: AttemptFacts, genesisHashes: readonly string[]): boolean {
  return genesisHashes.every((hash) => hash === attempt.genesisHash)
}

/** Whether the bytes may be sent again while nothing is known of them. On hold, nothing is sent. */
export function mayBroadcast(state: AttemptState): boolean {
  return state === 'journaled' || state === 'broadcast' || state === 'confirmed'
}
