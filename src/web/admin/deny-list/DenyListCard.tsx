import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeniedAddressResponse } from '#api-schema/deny-list.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend, pagedQuery } from '#web/admin/admin-send.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { ScrollRegion } from '#web/admin/ScrollRegion.tsx'
import { useSettledValue } from '#web/admin/use-settled-value.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { queryKeyOf } from '#web/lib/query-key.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { countOf } from '#web/ui/group-thousands.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { DenyDialog, DenyUpload, useChangeDenyList } from './DenyDialogs.tsx'

const { list } = endpoints.denyList

/** A search waits for so long after the last letter. */
const SEARCH_REST_MS = 300

/** The addresses that are paid nothing: searched, added one by one or by file, and removed. */
export function DenyListCard() {
  const [typed, setTyped] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const q = useSettledValue(typed.trim(), SEARCH_REST_MS)
  const query = useInfiniteQuery({
    ...pagedQuery([...queryKeyOf(list), q], (cursor) =>
      adminSend(list, { query: { q: q || undefined, cursor } }),
    ),
    placeholderData: keepPreviousData,
  })
  const total = query.data?.pages.at(-1)?.total
  const entries = query.data?.pages.flatMap(({ addresses }) => addresses) ?? []
  return (
    <Card className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-17 font-semibold">Deny list</h2>
          <p className="text-muted">
            No claim is taken from or to these addresses, and every payment to them is held.
            {total !== undefined && ` ${countOf(total, 'address', 'addresses')} in all.`}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <DenyUpload />
          <Button variant="primary" onClick={() => setIsAdding(true)}>
            Add Address
          </Button>
        </div>
      </div>
      {(total ?? 0) > 0 && (
        <TextField
          label="Search the deny list"
          type="search"
          placeholder="Address, source or note"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {query.isPending && <Skeleton className="h-20" />}
      {query.isError && !query.data && <FailedQuery query={query} text="The deny list could not be read." />}
      {total === 0 && <p className="py-4 text-center text-muted">No address is on the deny list.</p>}
      {total !== undefined && total > 0 && entries.length === 0 && (
        <p className="py-4 text-center text-muted">None of them fits the search.</p>
      )}
      {entries.length > 0 && <DeniedTable entries={entries} />}
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
      {isAdding && <DenyDialog onClose={() => setIsAdding(false)} />}
    </Card>
  )
}

const { remove } = endpoints.denyList

/** The addresses of the deny list, where each comes from and since when, with Remove. */
function DeniedTable({ entries }: { entries: readonly DeniedAddressResponse[] }) {
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <ScrollRegion label="Deny list">
      <table className="w-full text-13">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            {['Address', 'Source', 'Note', 'Added', ''].map((name) => (
              <th key={name} className="py-2 pr-4 font-medium last:pr-0">
                {name || <span className="sr-only">Remove</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {entries.map(({ address, source, note, addedAt }) => (
            <tr key={address}>
              <td className="py-1.5 pr-4 font-mono whitespace-nowrap">{address}</td>
              <td className="min-w-40 py-1.5 pr-4 [overflow-wrap:anywhere]">{source}</td>
              <td className="min-w-24 py-1.5 pr-4 text-muted [overflow-wrap:anywhere]">{note}</td>
              <td className="py-1.5 pr-4 whitespace-nowrap text-muted tabular-nums">
                {formatLocal(addedAt)}
              </td>
              <td className="py-1 text-right">
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Remove ${address}`}
                  onClick={() => setAsked(address)}
                >
                  Remove
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked !== null && <RemoveDialog address={asked} onClose={() => setAsked(null)} />}
    </ScrollRegion>
  )
}

function RemoveDialog({ address, onClose }: { address: string; onClose(): void }) {
  const change = useChangeDenyList('Removed From the Deny List', onClose)
  return (
    <FormDialog
      title="Remove from the deny list?"
      onClose={onClose}
      onSubmit={() => change.mutate(() => adminSend(remove, { body: { address } }).then(() => address))}
      submit={{ text: 'Remove', busyText: 'Removing...', busy: change.isPending, danger: true }}
    >
      <p className="font-mono break-all">{address}</p>
      <p>Claims from and to it are taken again. The next run pays what was held for it.</p>
    </FormDialog>
  )
}
