import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { countOf } from '#web/admin/count-of.ts'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { useSettledValue } from '#web/admin/use-settled-value.ts'
import { queryKeyOf } from '#web/lib/query-key.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { DeniedTable } from './DeniedTable.tsx'
import { DenyDialog } from './DenyDialog.tsx'
import { DenyUpload } from './DenyUpload.tsx'

const { list } = endpoints.denyList

const SEARCH_REST_MS = 300

/** The addresses that are paid nothing: searched, added one by one or by file, and removed. */
export function DenyListCard() {
  const [typed, setTyped] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const q = useSettledValue(typed.trim(), SEARCH_REST_MS)
  const query = useInfiniteQuery({
    queryKey: [...queryKeyOf(list), q],
    queryFn: ({ pageParam }) =>
      adminSend(list, { query: { q: q || undefined, cursor: pageParam || undefined } }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
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
