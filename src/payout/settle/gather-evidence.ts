import {
  explainReading,
  type SourceEntry,
  type SourceReader,
  type SourceReading,
} from '#payout/records/source-reader.ts'
import { memoOf } from '#payout/send/memo.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { type AttemptFacts, type ExpiryEvidence, isSignedAfter, type NodeView } from './attempt-machine.ts'
import type { BalanceAnchor } from './explain-balance.ts'

interface Examined {
  node: SolanaRpc
  secondNode: SolanaRpc | null
  /** Nodes that stand still or lie behind: they prove no expiry, and contradict one by the transaction that they show. */
  passedOver: readonly SolanaRpc[]
  source: SourceReader
  /** The source account's balance before any of these attempts was signed; null where it was never read. */
  anchor: BalanceAnchor | null
}

/**
 * Gathers evidence about overdue attempts of one run, from the node and from the second one where there is
 * one.
 */
export async function gatherEvidence(
  attempts: readonly JournaledAttempt[],
  { node, secondNode, passedOver, source, anchor }: Examined,
): Promise<ExpiryEvidence[]> {
  const views = await readViews(node, attempts, source, anchor)
  const second = secondNode ? await readViews(secondNode, attempts, source, anchor) : null
  const shown = await Promise.all(passedOver.map((each) => shownBy(each, attempts)))
  return views.map((view, index) => ({
    node: view,
    secondNode: second?.[index] ?? null,
    shownBy: passedOver.find((_, at) => shown[at]?.[index])?.name ?? null,
  }))
}

/** Tells of each attempt whether a node shows its transaction; of none where it does not answer. */
async function shownBy(node: SolanaRpc, attempts: readonly JournaledAttempt[]): Promise<boolean[]> {
  const signatures = attempts.map(({ signature }) => signature)
  try {
    const { statuses } = await node.signatureStatuses(signatures, { searchHistory: true })
    return statuses.map((status) => status !== null)
  } catch (error) {
    if (error instanceof RpcUnavailableError) return []
    throw error
  }
}

/**
 * Reads one node's views. The order is part of the proof: what is read after the height can not be older than
 * it.
 */
async function readViews(
  node: SolanaRpc,
  attempts: readonly JournaledAttempt[],
  source: SourceReader,
  anchor: BalanceAnchor | null,
): Promise<NodeView[]> {
  const genesisBefore = await node.genesisHash()
  const finalized = await node.finalizedPosition()
  const signatures = attempts.map(({ signature }) => signature)
  const { contextSlot, statuses } = await node.signatureStatuses(signatures, { searchHistory: true })
  const firstAvailableBlock = await node.firstAvailableBlock()
  const since = anchor ?? { slot: Math.min(...attempts.map((each) => each.contextSlot)), baseUnits: 0n }
  const reading = await source.read(node, since)
  const genesisHashes = [genesisBefore, await node.genesisHash()]
  return attempts.map((attempt, index) => ({
    genesisHashes,
    finalized,
    history: { contextSlot, statuses: statuses.slice(index, index + 1) },
    firstAvailableBlock,
    source: sourceView(attempt, reading, anchor),
  }))
}

function sourceView(attempt: JournaledAttempt, reading: SourceReading, anchor: BalanceAnchor | null) {
  const facts = factsOf(attempt)
  const memo = memoOf(attempt.id)
  return {
    balanceSlot: reading.balance.slot,
    balance: anchor ? explainReading(reading, anchor) : { kind: 'unknown' as const },
    reachesBack: reading.reachesBack,
    reachesForward: reading.entries.some(({ own }) => own && isSignedAfter(own.lastValidBlockHeight, facts)),
    found: reading.entries.some(
      (entry) => entry.signature === attempt.signature || (entry.memo?.includes(memo) && mayHavePaid(entry)),
    ),
  }
}

/**
 * Tells whether a transaction may have taken tokens from the source account: anybody can write a memo, but
 * only the wallet can pay.
 */
function mayHavePaid({ changeBaseUnits }: SourceEntry): boolean {
  return changeBaseUnits === null || changeBaseUnits < 0n
}

export function factsOf(attempt: JournaledAttempt): AttemptFacts {
  return {
    genesisHash: attempt.genesisHash,
    lastValidBlockHeight: attempt.lastValidBlockHeight,
    contextSlot: attempt.contextSlot,
  }
}
