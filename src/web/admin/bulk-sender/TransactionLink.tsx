import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { explorerTxUrl } from '#web/lib/explorer-url.ts'
import { ExternalLink } from '#web/ui/ExternalLink.tsx'

interface TransactionLinkProps {
  signature: string | null
  cluster: BulkSenderStatusResponse['cluster']
  rpcUrl: string | null
}

/** A transaction's signature, shortened, as a link to the explorer. */
export function TransactionLink({ signature, cluster, rpcUrl }: TransactionLinkProps) {
  if (signature === null) return <span className="text-muted">-</span>
  return (
    <ExternalLink href={explorerTxUrl(signature, { cluster, rpcUrl })}>
      <span className="font-mono" title={signature}>
        {shortenAddress(signature)}
      </span>
    </ExternalLink>
  )
}
