import { ClusterReader, type ReaderNodes } from '#payout/cluster-reader.ts'
import type { Cluster } from '#solana/cluster.ts'
import type { SenderRow } from '#store/schema.ts'
import { nodeUrlsOf } from '#store/senders.ts'

interface ReaderParts extends Pick<ReaderNodes, 'second' | 'clock'> {
  connect(rpcUrl: string): Cluster
}

/** Opens the nodes of a sender, in the operator's order. */
export function openReader(
  sender: Pick<SenderRow, 'rpc_url' | 'fallback_rpc_urls' | 'genesis_hash'>,
  { connect, second, clock }: ReaderParts,
): ClusterReader {
  const [first, ...further] = nodeUrlsOf(sender)
  return new ClusterReader({
    senders: [connect(first), ...further.map((url) => connect(url))],
    second,
    genesisHash: sender.genesis_hash,
    clock,
  })
}
