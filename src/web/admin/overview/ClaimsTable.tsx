import { useState } from 'react'
import type { AdminClaim } from '#contract/admin.ts'
import type { ClaimStatus } from '#domain/claim-status.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { type ClaimsFilter, useClaims } from '#web/admin/queries.ts'
import { useSettledValue } from '#web/admin/use-settled-value.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { Address } from '#web/ui/Address.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import type { IconName } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ClaimActions } from './ClaimActions.tsx'
import { ClaimFilter } from './ClaimFilter.tsx'

const STATUSES: Record<ClaimStatus, { tone: BadgeTone; icon: IconName }> = {
  queued: { tone: 'accent', icon: 'clock' },
  sent: { tone: 'done', icon: 'check' },
  rejected: { tone: 'error', icon: 'error' },
}

const NO_FILTER: ClaimsFilter = { status: '', q: '' }
const SEARCH_REST_MS = 300

const COLUMNS = ['ID', 'EVM Address', 'Solana Address', 'Amount', 'Status', 'Submitted', 'Actions']

/** The claims, newest first. */
export function ClaimsTable({ unit }: { unit: string }) {
  const [filter, setFilter] = useState(NO_FILTER)
  const q = useSettledValue(filter.q.trim(), SEARCH_REST_MS)
  const { data, isPending, isError, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useClaims({ status: filter.status, q })
  const isFiltered = filter.status !== '' || q !== ''
  const claims = data?.pages.flatMap((page) => page.claims) ?? []

  return (
    <Card className="space-y-4">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-17 font-semibold">Recent Claims</h2>
        <Button variant="quiet" size="small" className="-mr-3" busy={isFetching} onClick={() => refetch()}>
          Refresh
        </Button>
      </div>
      <ClaimFilter filter={filter} onChange={setFilter} />
      {isError && (
        <Notice tone="error">
          <p>Failed to fetch claims</p>
        </Notice>
      )}
      {isPending && <p className="py-12 text-center text-muted">Loading claims...</p>}
      {data && claims.length === 0 && (
        <div className="py-12 text-center text-muted">
          <p>No claims found</p>
          <p className="text-13">
            {isFiltered
              ? 'None fits the search and the status.'
              : 'Claims appear here as holders submit them.'}
          </p>
        </div>
      )}
      {claims.length > 0 && (
        <div className="-mx-4 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
          <table className="w-full text-left text-13">
            <thead>
              <tr className="border-b border-line text-muted">
                {COLUMNS.map((name) => (
                  <th
                    key={name}
                    scope="col"
                    className={`py-2 pr-4 font-medium whitespace-nowrap last:pr-0 ${name === 'Amount' ? 'text-right' : ''}`}
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {claims.map((claim) => (
                <ClaimRow key={claim.id} claim={claim} unit={unit} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} busyText="Loading..." onClick={() => fetchNextPage()}>
          Load more
        </Button>
      )}
    </Card>
  )
}

function ClaimRow({ claim, unit }: { claim: AdminClaim; unit: string }) {
  const { id, evmAddr, solAddr, amountUa, status, submittedAt, attemptState, failure } = claim
  const { tone, icon } = STATUSES[status]
  return (
    <tr className="align-top hover:bg-well/60">
      <Cell>
        <span className="font-mono">{id}</span>
      </Cell>
      <Cell>
        <ShortAddress address={evmAddr} />
      </Cell>
      <Cell>
        <ShortAddress address={solAddr} />
      </Cell>
      <Cell className="text-right whitespace-nowrap">
        <Amount value={amountUa} unit={unit} />
      </Cell>
      <Cell>
        <Badge tone={tone} icon={icon}>
          {status}
        </Badge>
        {attemptState && status === 'queued' && <p className="mt-1 text-muted">transaction {attemptState}</p>}
        {failure && <p className="mt-1 max-w-60 text-error">{failure}</p>}
      </Cell>
      <Cell className="whitespace-nowrap tabular-nums">{formatLocal(submittedAt)}</Cell>
      <Cell>
        <ClaimActions claim={claim} />
      </Cell>
    </tr>
  )
}

function Cell({ className, children }: { className?: string; children: React.ReactNode }) {
  return <td className={`py-2 pr-4 last:pr-0 ${className ?? ''}`}>{children}</td>
}

function ShortAddress({ address }: { address: string }) {
  return address ? <Address full={address} short={shortenAddress(address)} /> : 'N/A'
}
