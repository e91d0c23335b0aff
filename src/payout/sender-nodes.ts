import type { Cluster } from '#solana/cluster.ts'
import type { SenderRow } from '#store/schema.ts'

/** Connects a sender's nodes, in the operator's order. */
export function nodesOf(
  sender: Pick<SenderRow, 'rpc_url' | 'fallback_rpc_urls'>,
  connect: (rpcUrl: string) => Cluster,
): [Cluster, ...Cluster[]] {
  return [connect(sender.rpc_url), ...fallbackUrlsOf(sender).map(connect)]
}

/** The URLs of a sender's further nodes. */
export function fallbackUrlsOf({ fallback_rpc_urls }: Pick<SenderRow, 'fallback_rpc_urls'>): string[] {
  return JSON.parse(fallback_rpc_urls) as string[]
}
