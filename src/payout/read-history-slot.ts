import type { Address } from '@solana/kit'
import type { Cluster } from '#solana/cluster.ts'

/** The slot of the newest finalized transaction that touched the source account, as one node knows it; 0 for none. */
export async function readHistorySlot(node: Cluster, sourceTokenAccount: Address): Promise<number> {
  const [newest] = await node.historyOf(sourceTokenAccount, { minContextSlot: 0, limit: 1 })
  return newest?.slot ?? 0
}
