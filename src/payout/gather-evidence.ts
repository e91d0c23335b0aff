import type { Address, Signature } from '@solana/kit'
import type { DeathEvidence, NodeTestimony, SourceTestimony } from '#payout/attempt-machine.ts'
import { memoOf } from '#payout/memo.ts'
import type { Cluster } from '#solana/cluster.ts'
import type { JournaledAttempt } from '#store/journal.ts'

/** Pages of 1000 that are looked through before the history is called too long to be searched. */
const MAX_HISTORY_PAGES = 50

/** Asks the cluster, and the second node where there is one, what became of an attempt that has expired. */
export async function gatherEvidence(
  cluster: Cluster,
  secondNode: Cluster | null,
  attempt: JournaledAttempt,
): Promise<DeathEvidence> {
  const { testimony: node, more: source } = await testify(cluster, attempt, ({ finalized }) =>
    searchSource(cluster, attempt, finalized.slot),
  )
  const second = secondNode ? await testify(secondNode, attempt, async () => null) : null
  return { node, secondNode: second?.testimony ?? null, source }
}

/** Hears one node. The order is part of the proof: what is read after the height can not be older than it. */
async function testify<T>(
  cluster: Cluster,
  attempt: JournaledAttempt,
  readMore: (soFar: Pick<NodeTestimony, 'finalized'>) => Promise<T>,
): Promise<{ testimony: NodeTestimony; more: T }> {
  const genesisBefore = await cluster.genesisHash()
  const finalized = await cluster.finalizedPosition()
  const history = await cluster.signatureStatuses([attempt.signature], { searchHistory: true })
  const firstAvailableBlock = await cluster.firstAvailableBlock()
  const more = await readMore({ finalized })
  const genesisHashes = [genesisBefore, await cluster.genesisHash()]
  return { testimony: { genesisHashes, finalized, history, firstAvailableBlock }, more }
}

async function searchSource(
  cluster: Cluster,
  attempt: JournaledAttempt,
  minContextSlot: number,
): Promise<SourceTestimony> {
  const memo = memoOf(attempt.id)
  let before: Signature | undefined
  for (let page = 0; page < MAX_HISTORY_PAGES; page++) {
    const entries = await cluster.historyOf(attempt.source_token_account as Address, {
      before,
      minContextSlot,
    })
    const found = entries.some((entry) => entry.signature === attempt.signature || entry.memo?.includes(memo))
    if (found) return { complete: true, found: true }
    const oldest = entries.at(-1)
    // Only an entry from before the span proves that this answer covers the span: where requests are spread over
    // nodes, one may have pruned what the other's first available block promises. There is always such an entry, since
    // the source account was made and filled before it paid.
    if (!oldest) return { complete: false, found: false }
    if (oldest.slot < attempt.context_slot) return { complete: true, found: false }
    before = oldest.signature as Signature
  }
  return { complete: false, found: false }
}
