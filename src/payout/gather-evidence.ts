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
  const node = await testify(cluster, attempt)
  return {
    node,
    secondNode: secondNode ? await testify(secondNode, attempt) : null,
    source: await searchSource(cluster, attempt, node.finalized.slot),
  }
}

async function testify(cluster: Cluster, attempt: JournaledAttempt): Promise<NodeTestimony> {
  // The order is part of the proof: what is read after the height can not be older than it.
  const genesisBefore = await cluster.genesisHash()
  const finalized = await cluster.finalizedPosition()
  const history = await cluster.signatureStatuses([attempt.signature], { searchHistory: true })
  const firstAvailableBlock = await cluster.firstAvailableBlock()
  const genesisHashes = [genesisBefore, await cluster.genesisHash()]
  return { genesisHashes, finalized, history, firstAvailableBlock }
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
    if (!oldest || oldest.slot < attempt.context_slot) return { complete: true, found: false }
    before = oldest.signature as Signature
  }
  return { complete: false, found: false }
}
