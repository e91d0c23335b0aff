import type { ReactNode } from 'react'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { Explorer } from '#domain/portal-settings.ts'
import { Icon } from './basics.tsx'

export interface ExplorerLinkProps extends TransactionPlace {
  signature: string
  children: ReactNode
}

/** A link to a transaction in a block explorer, in a tab of its own. */
export function ExplorerLink({ signature, children, ...place }: ExplorerLinkProps) {
  return (
    <a
      href={explorerTxUrl(signature, place)}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 font-semibold whitespace-nowrap text-accent underline underline-offset-4"
    >
      {children}
      <Icon name="external" className="size-3" />
    </a>
  )
}

const ORIGINS: Record<Explorer, string> = {
  solana: 'https://explorer.solana.com',
  solscan: 'https://solscan.io',
  solanafm: 'https://solana.fm',
}

/** A transaction's cluster, and the node by which an explorer finds one that has no name. */
interface TransactionPlace extends Pick<BulkSenderStatusResponse, 'cluster' | 'rpcUrl'> {
  /** Solana Explorer takes the place of the others on a cluster without a name: they can not be given a node. */
  explorer: Explorer
}

/** Builds a block explorer's URL of a transaction on the sender's cluster; on mainnet where no sender is configured. */
export function explorerTxUrl(signature: string, { cluster, rpcUrl, explorer }: TransactionPlace): string {
  const origin = ORIGINS[cluster === 'other' ? 'solana' : explorer]
  const url = new URL(`${origin}/tx/${encodeURIComponent(signature)}`)
  if (cluster === 'other') {
    url.searchParams.set('cluster', 'custom')
    if (rpcUrl !== null) url.searchParams.set('customUrl', rpcUrl)
  } else if (cluster !== null && cluster !== 'mainnet') {
    url.searchParams.set('cluster', explorer === 'solanafm' ? `${cluster}-solana` : cluster)
  }
  return url.href
}
