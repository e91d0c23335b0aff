import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'

/** Where a block explorer shows a transaction of the sender's cluster. Without a sender it is taken to be mainnet's. */
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
