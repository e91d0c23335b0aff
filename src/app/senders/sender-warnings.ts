import type { AppContext } from '#app/app-context.ts'
import { nodeUrlsOf, type Sender } from '#domain/sender.ts'
import { clusterName } from '#solana/clusters.ts'
import { rpcOrigin } from './rpc-origin.ts'

const ONE_NODE =
  'This sender has one node. If that node shows an outdated or wrong history, Ferry can only wait or put payments on hold. Set SOLANA_VERIFY_RPC_URL to a second, independent node: then both must agree before anything is signed again.'

/** Lists, in words, the avoidable risks of a sender. Two URLs of one origin are one node. */
export function senderWarnings(
  { hasVerifyNode, caps }: Pick<AppContext, 'hasVerifyNode' | 'caps'>,
  sender: Pick<Sender, 'genesisHash' | 'rpcUrl' | 'fallbackRpcUrls' | 'mintAddress'>,
): string[] {
  const isMainnet = clusterName(sender.genesisHash) === 'mainnet'
  const nodes = new Set(nodeUrlsOf(sender).map(rpcOrigin))
  const misses = (of: ReadonlyMap<string, unknown>) => of.size > 0 && !of.has(sender.mintAddress)
  return [
    ...(isMainnet && !hasVerifyNode && nodes.size === 1 ? [ONE_NODE] : []),
    ...(misses(caps.perDay)
      ? ['MAX_PAID_PER_DAY names other tokens than this one, which has no limit.']
      : []),
    ...(misses(caps.perRun)
      ? ['MAX_PAID_PER_RUN names other tokens than this one, which has no limit.']
      : []),
  ]
}
