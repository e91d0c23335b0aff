import type { AppContext } from '#app/app-context.ts'
import { nodeUrlsOf, type Sender } from '#domain/sender.ts'
import { clusterName } from '#solana/clusters.ts'
import { rpcOrigin } from './rpc-origin.ts'

const ONE_NODE =
  'This sender has one node. If that node shows an outdated or wrong history, Ferry can only wait or put payments on hold. Set SOLANA_VERIFY_RPC_URL to a second, independent node: then both must agree before anything is signed again.'

/** Lists, in words, the avoidable risks of a sender. Two URLs of one origin are one node. */
export function senderWarnings(
  { hasVerifyNode }: Pick<AppContext, 'hasVerifyNode'>,
  sender: Pick<Sender, 'genesisHash' | 'rpcUrl' | 'fallbackRpcUrls'>,
): string[] {
  const isMainnet = clusterName(sender.genesisHash) === 'mainnet'
  const nodes = new Set(nodeUrlsOf(sender).map(rpcOrigin))
  return isMainnet && !hasVerifyNode && nodes.size === 1 ? [ONE_NODE] : []
}
