import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminClaim } from '#api-schema/admin.ts'
import { placesIn } from '#web/admin/BriefAmount.tsx'
import { type ClaimsFilter, refreshClaims, useClaims, useStats } from '#web/admin/queries.ts'
import { ReadAt } from '#web/admin/status/AsOf.tsx'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { useSettledValue } from '#web/admin/use-settled-value.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { askable, ClaimFilter, isFiltering, useClaimsFilter } from './ClaimFilter.tsx'
import { ClaimRow } from './ClaimRow.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { type ClaimSelection, useSelection } from './use-selection.ts'

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
  const { nextCursor } = data ?? {}

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
          <ClaimPager
            filter={wanted}
            first={data.first}
            shown={claims.length}
            busy={isPlaceholderData}
            {...(pages.passed > 0 && { onFirst: pages.first, onPrevious: pages.previous })}
            {...(nextCursor && { onNext: () => pages.next(nextCursor) })}
          />
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
  /** The position of the first claim shown in the whole list, from 1. */
  first: number
  shown: number
  busy: boolean
  onFirst?: (() => void) | undefined
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/**
 * The page's position in the list, with buttons to the other pages, disabled where there is none. It follows the total by itself, so
 * that the rows are not made anew with each word of the state.
 */
function ClaimPager({ filter, first, shown, busy, onFirst, onPrevious, onNext }: ClaimPagerProps) {
  const total = useTotal(filter)
  const range = `${groupThousands(first)}–${groupThousands(first + shown - 1)}`
  return (
    <nav aria-label="Pages of claims" className="flex flex-wrap items-center justify-between gap-3">
      <p aria-live="polite" className="text-13 text-muted tabular-nums">
        {busy || total === undefined ? range : `${range} of ${groupThousands(total)}`}
      </p>
      <div className="flex gap-2">
        {[
          { text: 'First', go: onFirst },
          { text: 'Previous', go: onPrevious },
          { text: 'Next', go: onNext },
        ].map(({ text, go }) => (
          <Button key={text} size="small" disabled={busy || !go} onClick={go}>
            {text}
          </Button>
        ))}
      </div>
    </nav>
  )
}
