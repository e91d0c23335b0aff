import type { AttemptState } from '#domain/payout-states.ts'
import type { BlockPosition, SignatureStatus, StatusReading } from '#solana/solana-rpc.ts'
import type { BalanceExplanation } from './explain-balance.ts'

/**
 * Decides the next state of an attempt from observations alone. The states and their transitions are drawn in
 * `domain/payout-states.ts`; AttemptSettler gathers the observations and carries the results out.
 *
 * - Only finalized transactions are paid or failed: an earlier status may be on a fork.
 * - Null from a node's recent cache proves nothing by itself: the transaction may be in flight, pruned or
 *   unknown to this node. Only when its blockhash has expired is it worth proving that it did not land.
 */
export type StatusResult =
  | { kind: 'paid'; slot: number }
  | { kind: 'failed'; slot: number; error: string }
  /** On the chain, and likely to stay there: nothing more is sent. */
  | { kind: 'confirmed' }
  /** May still land: its bytes are sent again. */
  | { kind: 'pending' }
  /** Can not land any more, unless it has: evidence decides. */
  | { kind: 'overdue' }

export interface AttemptFacts {
  genesisHash: string
  lastValidBlockHeight: number
  contextSlot: number
}

/**
 * Classifies a status. `finalized` is null while the attempt is too young to have expired: then the height is
 * not read.
 */
export function classifyStatus(
  attempt: AttemptFacts,
  status: SignatureStatus | null,
  finalized: BlockPosition | null,
): StatusResult {
  if (status === null) return { kind: finalized && hasExpired(attempt, finalized) ? 'overdue' : 'pending' }
  if (status.commitment === 'finalized') {
    return status.error === null
      ? { kind: 'paid', slot: status.slot }
      : { kind: 'failed', slot: status.slot, error: status.error }
  }
  return { kind: status.commitment === 'confirmed' ? 'confirmed' : 'pending' }
}

/** Blocks for which a blockhash is good (agave, MAX_PROCESSING_AGE). */
export const BLOCKHASH_LIFE_BLOCKS = 150

/**
 * Tells whether a transaction may have expired by the slot of a node's bank. Each block takes a slot at
 * least, so that below this the height need not be read.
 */
export function mayHaveExpired(
  { contextSlot }: Pick<AttemptFacts, 'contextSlot'>,
  bankSlot: number,
): boolean {
  return bankSlot - contextSlot >= BLOCKHASH_LIFE_BLOCKS
}

function hasExpired(attempt: AttemptFacts, finalized: BlockPosition): boolean {
  return finalized.blockHeight > attempt.lastValidBlockHeight
}

/** Tells whether a later transaction of ours can only have landed after an earlier one could not any more. */
export function isSignedAfter(
  laterLastValidBlockHeight: number,
  { lastValidBlockHeight }: Pick<AttemptFacts, 'lastValidBlockHeight'>,
): boolean {
  return laterLastValidBlockHeight - BLOCKHASH_LIFE_BLOCKS >= lastValidBlockHeight
}

/** One node's answers about an attempt that should have expired. Read in this order: the position first. */
export interface NodeView {
  /** Read before and after the rest: the URL may lead to another cluster for a while. */
  genesisHashes: readonly string[]
  finalized: BlockPosition
  /** From a search of the whole history, for this one signature. */
  history: StatusReading
  firstAvailableBlock: number
  source: SourceView
}

/** The source account as one node shows it: its balance, and its history. */
export interface SourceView {
  /** The slot of the bank that the balance was read from. */
  balanceSlot: number
  balance: BalanceExplanation
  /** The history reaches back to before the attempt could land. */
  reachesBack: boolean
  /** The same answer shows a transaction of ours that can only have landed after the attempt could not any more. */
  reachesForward: boolean
  /** The attempt's signature or its memo was found. */
  found: boolean
}

export interface ExpiryEvidence {
  node: NodeView
  /** Null when no second node is configured. */
  secondNode: NodeView | null
  /** The name of a node that is passed over, and shows the transaction all the same. */
  shownBy?: string | null
}

export type ExpiryResult =
  /** Proved not to have landed and to be unable to land. */
  | { kind: 'expired' }
  | { kind: 'landed'; status: SignatureStatus }
  /** The evidence contradicts an expiry. */
  | { kind: 'contradicted'; reason: string }
  /** It may or may not have landed: part of the proof is missing. */
  | { kind: 'undecided'; reason: string; lacks: Lack }

/**
 * The part of the proof that is missing. `position`: that a node of the right cluster is past the last valid
 * height. `reach`: that a node still has the blocks and the history of the whole time. `newer`: only a newer
 * transaction of ours, which shows that the history is not late.
 */
export type Lack = 'position' | 'reach' | 'newer'

/**
 * Proves that an attempt did not land and can not land. Three independent kinds of evidence must agree, on the node and on
 * the second node: the finalized height is past its last valid one and a history search made afterwards, by a bank no
 * older, knows no such signature; the source account's own history, in an answer that reaches back before the attempt and
 * forward past its end, shows neither signature nor memo; and the account's finalized balance is explained by what that
 * history shows.
 */
export function proveExpired(attempt: AttemptFacts, evidence: ExpiryEvidence): ExpiryResult {
  const views: [string, NodeView][] = [['the node', evidence.node]]
  if (evidence.secondNode) views.push(['the second node', evidence.secondNode])
  for (const [, { genesisHashes, history }] of views) {
    const [status] = history.statuses
    if (status && isOfCluster(attempt, genesisHashes)) return { kind: 'landed', status }
  }
  for (const [name, view] of views) {
    const reason = contradictionIn(attempt, view)
    if (reason) return { kind: 'contradicted', reason: `${name} ${reason}` }
  }
  for (const [name, view] of views) {
    const reason = missingPosition(attempt, view)
    if (reason) return { kind: 'undecided', reason: `${name} ${reason}`, lacks: 'position' }
  }
  for (const [name, view] of views) {
    const reason = missingReach(attempt, view)
    if (reason) return { kind: 'undecided', reason: `${name} ${reason}`, lacks: 'reach' }
  }
  for (const [name, { source }] of views) {
    if (source.reachesForward) continue
    const reason = `${name}'s history shows nothing newer of the token account that it is paid from yet, so that it may be late`
    return { kind: 'undecided', reason, lacks: 'newer' }
  }
  const { shownBy = null } = evidence
  if (shownBy !== null) return { kind: 'contradicted', reason: `${shownBy} shows it, and the node does not` }
  return { kind: 'expired' }
}

function contradictionIn(attempt: AttemptFacts, { genesisHashes, source }: NodeView): string | null {
  if (!isOfCluster(attempt, genesisHashes)) return null
  if (source.found) return "shows it in the source account's history although it does not know its status"
  if (source.reachesBack && source.balance.kind === 'unexplained')
    return describeExcess(source.balance.excessBaseUnits)
  return null
}

function describeExcess(excessBaseUnits: bigint): string {
  return `shows ${excessBaseUnits < 0n ? 'less' : 'more'} in the sending wallet than its history explains`
}

function missingPosition(attempt: AttemptFacts, view: NodeView): string | null {
  const { genesisHashes, finalized, history, source } = view
  if (!isOfCluster(attempt, genesisHashes)) return 'belongs to another cluster'
  if (!hasExpired(attempt, finalized)) return 'has not finalized the block after which it can not land'
  if (history.statuses.length !== 1) return 'did not answer the history search'
  if (history.contextSlot < finalized.slot) return 'answered the history search from an older slot'
  if (source.balanceSlot < finalized.slot) return 'showed the balance of an older slot'
  return null
}

function missingReach(attempt: AttemptFacts, { firstAvailableBlock, source }: NodeView): string | null {
  if (firstAvailableBlock > attempt.contextSlot) return 'no longer has the blocks in which it may have landed'
  if (!source.reachesBack) return 'has a history of the source account that does not reach back far enough'
  if (source.balance.kind === 'unknown') return "can not show all that changed the sending wallet's balance"
  return null
}

function isOfCluster(attempt: AttemptFacts, genesisHashes: readonly string[]): boolean {
  return genesisHashes.every((hash) => hash === attempt.genesisHash)
}

/** Tells whether the bytes may be sent again while nothing is known of them. On hold, nothing is sent. */
export function mayBroadcast(state: AttemptState): boolean {
  return state === 'journaled' || state === 'broadcast' || state === 'confirmed'
}
