import type { EvmChain } from './evm-chain.ts'

/** Connects chains by their nodes' URLs. The client is loaded only where there is one: it takes as long to load as all the rest. */
export async function connectChains(rpcUrls: ReadonlyMap<number, string>): Promise<Map<number, EvmChain>> {
  if (rpcUrls.size === 0) return new Map()
  const { connectEvmChain } = await import('./evm-chain.ts')
  return new Map(Array.from(rpcUrls, ([chainId, url]) => [chainId, connectEvmChain(chainId, url)]))
}
