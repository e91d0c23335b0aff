import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { TokenFactsResponse } from '#api-schema/token-facts.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Fact } from '#web/ui/Facts.tsx'

/** A configured sender, of either kind. */
export type SenderOfStart = Pick<
  BulkSenderStatusResponse,
  'cluster' | 'walletAddress' | 'nodes' | 'tokenMintAddress'
>

interface SenderFactsProps {
  status: SenderOfStart
  /** Its token, as the chain shows it. */
  token: UseQueryResult<TokenFactsResponse>
}

/** The token with who may mint and freeze it, the cluster, the wallet and the node: what a start has to name. */
export function SenderFacts({ status, token: { data: token, isError } }: SenderFactsProps) {
  const { cluster, walletAddress, nodes, tokenMintAddress } = status
  return (
    <>
      <Fact name="Token">
        <span className="min-w-0">
          {token?.name && (
            <span className="block">
              {token.name}
              {token.symbol && ` (${token.symbol})`}
            </span>
          )}
          <span className="block font-mono text-13 break-all">{tokenMintAddress}</span>
          <span className="block text-13 text-muted">
            {isError && 'The mint could not be read just now'}
            {token && `${token.decimals} decimals`}
          </span>
        </span>
      </Fact>
      {token && (
        <>
          <Fact name="May mint more">
            <Authority of={token.mintAuthority} />
          </Fact>
          <Fact name="May freeze accounts">
            <Authority of={token.freezeAuthority} />
          </Fact>
        </>
      )}
      <Fact name="Cluster">
        {cluster === 'mainnet' ? <Badge tone="error">LIVE</Badge> : <Badge tone="neutral">TEST</Badge>}
        {cluster === 'other' ? 'another cluster' : cluster}
      </Fact>
      <Fact name="From">
        <span className="font-mono text-13 break-all">{walletAddress}</span>
      </Fact>
      <Fact name={nodes.length > 1 ? 'Nodes' : 'Node'}>
        <span className="text-13 [overflow-wrap:anywhere]">{nodes.join(', ')}</span>
      </Fact>
    </>
  )
}

function Authority({ of }: { of: string | null }): ReactNode {
  return of === null ? 'Nobody' : <ShortAddress address={of} />
}
