import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BulkSenderEstimateResponse, BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { TokenFactsResponse } from '#api-schema/token-facts.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { Sol } from '#web/admin/sending/Sol.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import type { ClaimSelection } from './StartDialog.tsx'

interface CommonFacts {
  unit: string
  status: BulkSenderStatusResponse
  token: UseQueryResult<TokenFactsResponse>
}

const PENDING = <span className="text-muted">Looking...</span>

/** What a run over the queued claims will send, as it is estimated. */
export function StartFacts({
  figures,
  unit,
  ...common
}: CommonFacts & { figures: BulkSenderEstimateResponse | undefined }) {
  return (
    <Facts>
      <Fact name="Claims">{figures ? <Count of={figures.claimCount} /> : PENDING}</Fact>
      <Fact name="Amount">{figures ? <Amount value={figures.totalAmountUA} unit={unit} /> : PENDING}</Fact>
      <Fact name="Fees and rent, about">{figures ? <Sol amount={figures.totalFeeSOL} /> : PENDING}</Fact>
      <SenderFacts unit={unit} {...common} />
    </Facts>
  )
}

/** The same for claims that were selected. */
export function SelectionFacts({ selection, unit, ...common }: CommonFacts & { selection: ClaimSelection }) {
  return (
    <Facts>
      <Fact name="Selected claims">
        <Count of={selection.claimIds.length} />
      </Fact>
      <Fact name="Amount">
        <Amount value={selection.amountUA} unit={unit} />
      </Fact>
      <SenderFacts unit={unit} {...common} />
    </Facts>
  )
}

function SenderFacts({ status, token: { data: token, isError } }: CommonFacts) {
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

function Count({ of }: { of: number }) {
  return <span className="font-mono tabular-nums">{groupThousands(of)}</span>
}
