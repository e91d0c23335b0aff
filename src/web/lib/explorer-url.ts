import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'

/** Builds a block explorer's URL of a transaction on the sender's cluster; on mainnet where no sender is configured. */
export function explorerTxUrl(
  signature: string,
  { cluster, rpcUrl }: Pick<BulkSenderStatusResponse, 'cluster' | 'rpcUrl'>,
): string {
  const url = new URL(`https://explorer.solana.com/tx/${encodeURIComponent(signature)}`)
  if (cluster === 'other') {
    url.searchParams.set('cluster', 'custom')
    if (rpcUrl !== null) url.searchParams.set('customUrl', rpcUrl)
  } else if (cluster !== null && cluster !== 'mainnet') {
    url.searchParams.set('cluster', cluster)
  }
  return url.href
}
