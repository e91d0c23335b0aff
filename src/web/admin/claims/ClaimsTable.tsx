import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AdminClaim } from '#api-schema/admin.ts'
import type { ClaimStatus } from '#domain/claim.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { type ClaimsFilter, refreshClaims, useClaims, useSettledValue, useStats } from '#web/admin/queries.ts'
import { ReadAt } from '#web/admin/status/AsOf.tsx'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { BriefAmount, ClaimLink, groupThousands, placesIn } from '#web/admin/values.tsx'
import { formatLocal } from '#web/lib/time.ts'
import { Badge, type BadgeLook, Button, Card, classNames, Notice } from '#web/ui/basics.tsx'
import { ClaimActions } from './ClaimActions.tsx'
import { askable, ClaimFilter, isFiltering, useClaimsFilter } from './ClaimFilter.tsx'
import { type ClaimSelection, SelectionBar, useSelection } from './SelectionBar.tsx'

const SEARCH_REST_MS = 300

const COLUMNS = ['ID', 'EVM Address', 'Solana Address', 'Amount', 'Status', 'Submitted', 'Actions']

/** The claims, a page at a time: however many there are, no more than a page is in the browser. */
export function ClaimsTable({ unit }: { unit: string }) {
  const queryClient = useQueryClient()
  const [filter, changeFilter] = useClaimsFilter()
  const wanted = JSON.parse(useSettledValue(JSON.stringify(askable(filter)), SEARCH_REST_MS)) as ClaimsFilter
  const list = JSON.stringify(wanted)
  const pages = usePages(list)
  const selection = useSelection(list)
  const query = useClaims(wanted, pages)
  const { data, isPending, isError, isPlaceholderData } = query
  const claims = data?.claims ?? []

  return (
    <Card className="space-y-3 sm:py-4">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-17 font-semibold">Recent Claims</h2>
        <span className="flex items-center gap-1">
          <ReadAt query={query} />
          <Button
            variant="quiet"
            size="small"
            className="-mr-3"
            busy={query.isFetching}
            onClick={() => refreshClaims(queryClient)}
          >
            Refresh
          </Button>
        </span>
      </div>
      <ClaimFilter filter={filter} onChange={changeFilter} />
      {isError && <Notice tone="error">Failed to fetch claims</Notice>}
      {isPending && <p className="py-12 text-center text-muted">Loading claims...</p>}
      {data && claims.length === 0 && (
        <div className="py-12 text-center text-muted">
          <p>No claims found</p>
          <p className="text-13">
            {isFiltering(wanted)
              ? 'None fits the search and the filters.'
              : 'Claims appear here as holders submit them.'}
          </p>
        </div>
      )}
      {data && claims.length > 0 && (
        <>
          <SelectionBar selection={selection} unit={unit} />
          <ClaimRows claims={claims} unit={unit} selection={selection} />
          <ClaimPager filter={wanted} page={data} pages={pages} busy={isPlaceholderData} />
        </>
      )}
    </Card>
  )
}

/** Tracks the pages of one list by the cursors passed. Another list begins at its first page. */
function usePages(list: string) {
  const [way, setWay] = useState<{ list: string; cursors: readonly string[] }>({ list, cursors: [] })
  const cursors = way.list === list ? way.cursors : []
  const go = (next: readonly string[]) => setWay({ list, cursors: next })
  return {
    cursor: cursors.at(-1) ?? '',
    passed: cursors.length,
    first: () => go([]),
    previous: () => go(cursors.slice(0, -1)),
    next: (cursor: string) => go([...cursors, cursor]),
  }
}

/** Reads the total of a status, the one that the cards above show; undefined for any other filter. */
function useTotal(filter: ClaimsFilter): number | undefined {
  const { data } = useStats()
  const stats = useLiveState().state?.claims ?? data
  return isFiltering({ ...filter, status: '' }) ? undefined : stats?.[filter.status || 'total']
}

interface ClaimRowsProps {
  claims: readonly AdminClaim[]
  unit: string
  selection: ClaimSelection
}

function ClaimRows({ claims, unit, selection }: ClaimRowsProps) {
  const selectable = claims.filter(({ status }) => status === 'queued')
  const places = placesIn(claims.map(({ amountUa }) => amountUa))
  const isWhole = selectable.length > 0 && selectable.every(({ id }) => selection.has(id))
  return (
    <div className="-mx-4 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
      <table aria-label="Claims" className="block w-full text-left text-13 panel:table">
        <thead className="hidden panel:table-header-group">
          <tr className="h-9 border-b border-line text-muted">
            {COLUMNS.map((name) => (
              <th
                key={name}
                scope="col"
                className={`pr-4 font-medium whitespace-nowrap last:pr-0 ${name === 'Amount' ? 'text-right' : ''}`}
              >
                {name === 'ID' ? (
                  <span className="flex items-center gap-2">
                    <input
                      type="checkbox"
                      aria-label="Select the queued claims of this page"
                      className="size-4 accent-accent"
                      disabled={selectable.length === 0}
                      checked={isWhole}
                      onChange={({ target }) => selection.set(selectable, target.checked)}
                    />
                    ID
                  </span>
                ) : (
                  name
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line panel:table-row-group">
          {claims.map((claim) => (
            <ClaimRow
              key={claim.id}
              claim={claim}
              unit={unit}
              places={places}
              isSelected={selection.has(claim.id)}
              onSelect={(isSelected) => selection.set([claim], isSelected)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ClaimPagerProps {
  filter: ClaimsFilter
  page: NonNullable<ReturnType<typeof useClaims>['data']>
  pages: ReturnType<typeof usePages>
  busy: boolean
}

/**
 * The page's position in the list, with buttons to the other pages, disabled where there is none. It follows the total by itself, so
 * that the rows are not made anew with each word of the state.
 */
function ClaimPager({ filter, page: { first, claims, nextCursor }, pages, busy }: ClaimPagerProps) {
  const total = useTotal(filter)
  const range = `${groupThousands(first)}–${groupThousands(first + claims.length - 1)}`
  const isFirst = pages.passed === 0
  return (
    <nav aria-label="Pages of claims" className="flex flex-wrap items-center justify-between gap-3">
      <p aria-live="polite" className="text-13 text-muted tabular-nums">
        {busy || total === undefined ? range : `${range} of ${groupThousands(total)}`}
      </p>
      <div className="flex gap-2">
        {[
          { text: 'First', isEnd: isFirst, go: pages.first },
          { text: 'Previous', isEnd: isFirst, go: pages.previous },
          { text: 'Next', isEnd: !nextCursor, go: () => pages.next(nextCursor ?? '') },
        ].map(({ text, isEnd, go }) => (
          <Button key={text} size="small" disabled={busy || isEnd} onClick={go}>
            {text}
          </Button>
        ))}
      </div>
    </nav>
  )
}

interface ClaimRowProps {
  claim: AdminClaim
  unit: string
  /** The places of the amounts of the list. */
  places: number
  isSelected: boolean
  onSelect(isSelected: boolean): void
}

/** One claim of the list, 36 px high; on a phone in two lines. Only queued ones can be selected: nothing else is left to decide. */
function ClaimRow({ claim, unit, places, isSelected, onSelect }: ClaimRowProps) {
  const { id, evmAddr, solAddr, amountUa, status, submittedAt } = claim
  return (
    <tr
      className={classNames(
        'grid grid-cols-[1fr_auto] items-center gap-x-4 py-1.5 panel:table-row panel:h-9',
        isSelected ? 'bg-accent-soft' : 'hover:bg-well/60',
      )}
    >
      <Cell>
        <span className="flex items-center gap-2">
          <input
            type="checkbox"
            aria-label={`Select ${id}`}
            className={classNames('size-4 accent-accent', status !== 'queued' && 'invisible')}
            disabled={status !== 'queued'}
            checked={isSelected}
            onChange={({ target }) => onSelect(target.checked)}
          />
          <ClaimLink id={id} />
        </span>
      </Cell>
      <Cell className="hidden panel:table-cell">
        <Shortened address={evmAddr} />
      </Cell>
      <Cell className="hidden panel:table-cell">
        <Shortened address={solAddr} />
      </Cell>
      <Cell className="text-right">
        <BriefAmount value={amountUa} unit={unit} places={places} />
      </Cell>
      <Cell>
        <span className="flex items-center gap-1">
          <ClaimStatusBadge status={status} />
          <PaymentBadge claim={claim} />
        </span>
      </Cell>
      <Cell className="hidden tabular-nums panel:table-cell">{formatLocal(submittedAt)}</Cell>
      <Cell className="text-right panel:text-left">
        <ClaimActions claim={claim} place="row" />
      </Cell>
    </tr>
  )
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return <td className={classNames('whitespace-nowrap panel:pr-4 panel:last:pr-0', className)}>{children}</td>
}

/** Whole on hover; the claim's details have it to be copied. */
function Shortened({ address }: { address: string }) {
  if (!address) return 'N/A'
  return (
    <span title={address} className="font-mono">
      {shortenAddress(address)}
    </span>
  )
}

/** What is to be known of a claim's payment beside its status, in a word; why it failed is shown on hover. */
function PaymentBadge({ claim }: { claim: AdminClaim }) {
  const { status, paymentState, attemptState, byHand, failure } = claim
  if (byHand) return <Badge>by hand</Badge>
  if (status !== 'queued') return null
  if (paymentState === 'hold') {
    return (
      <Badge tone="warn" icon="warning">
        on hold
      </Badge>
    )
  }
  if (attemptState !== null) return <Badge tone="accent">in flight</Badge>
  if (failure === null) return null
  return (
    <span title={failure} className="flex min-w-0 items-center gap-1">
      <Badge tone="error" icon="error">
        failed
      </Badge>
      <span className="hidden max-w-40 truncate text-muted min-[1200px]:block">{failure}</span>
    </span>
  )
}

const BADGES: Record<ClaimStatus, BadgeLook> = {
  queued: { tone: 'accent', icon: 'clock' },
  sent: { tone: 'done', icon: 'check' },
  rejected: { tone: 'error', icon: 'error' },
}

/** A claim's status in a word. */
export function ClaimStatusBadge({ status }: { status: ClaimStatus }) {
  return <Badge {...BADGES[status]}>{status}</Badge>
}
