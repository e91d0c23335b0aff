import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { explorerTxUrl } from '#web/lib/explorer-url.ts'
import { ExternalLink } from '#web/ui/ExternalLink.tsx'
import { adminQuery } from './admin-send.ts'

interface TransactionLinkProps {
  signature: string
  cluster: BulkSenderStatusResponse['cluster']
  /** The node by which an explorer finds a cluster that has no name. */
  rpcUrl: string | null
  children?: ReactNode
}

/** A link to a transaction in the explorer that the settings name. */
export function TransactionLink({ signature, cluster, rpcUrl, children = 'View Tx' }: TransactionLinkProps) {
  const { data: portal } = useQuery(adminQuery(endpoints.public.portal))
  const explorer = portal?.explorer ?? 'solana'
  return (
    <ExternalLink href={explorerTxUrl(signature, { cluster, rpcUrl, explorer })}>{children}</ExternalLink>
  )
}
