/** An EVM chain as a wallet is asked to add it (EIP-3085). */
export interface Network {
  /** `0x`-prefixed hex without leading zeros. */
  chainId: string
  chainName: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: string[]
  blockExplorerUrls: string[]
}

/** The networks served unless the operator's configuration names others. The portal itself never calls these URLs. */
export const DEFAULT_NETWORKS: readonly Network[] = [
  {
    chainId: '0x10f',
    chainName: 'EgonCoin Mainnet',
    nativeCurrency: { name: 'EgonCoin', symbol: 'EGON', decimals: 18 },
    rpcUrls: ['https://rpc.egonscan.com'],
    blockExplorerUrls: ['https://egonscan.com'],
  },
  {
    chainId: '0x38',
    chainName: 'BNB Smart Chain Mainnet',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: ['https://bsc-dataseed.bnbchain.org'],
    blockExplorerUrls: ['https://bscscan.com'],
  },
]

/**
 * Reads a chain id, given as a number, a decimal string or `0x` hex, as a number. Returns null when it is
 * none of these.
 */
export function readChainId(value: number | string): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : null
  if (!/^(?:0x[0-9a-fA-F]{1,13}|[1-9]\d{0,14})$/.test(value)) return null
  const chainId = Number(value)
  return chainId > 0 ? chainId : null
}
