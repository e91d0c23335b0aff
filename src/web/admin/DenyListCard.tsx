import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DeniedAddressResponse } from '#api-schema/deny-list.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { formatLocal } from '#web/lib/time.ts'
import { Button, Card, Skeleton } from '#web/ui/basics.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { adminSend, pagedQuery } from './admin-send.ts'
import { Dialog, FormDialog } from './Dialog.tsx'
import { FailedQuery } from './FailedQuery.tsx'
import { failureSentence, problemsOf, showFailure } from './failures.ts'
import { ScrollRegion } from './PagedTable.tsx'
import { ProblemList } from './ProblemList.tsx'
import { refresh, useSettledValue } from './queries.ts'
import { useCardInView } from './url-state.ts'
import { countOf } from './values.tsx'

const { list, remove, add, upload } = endpoints.denyList

/** A search waits for so long after the last letter. */
const SEARCH_REST_MS = 300

/** The addresses that are paid nothing: searched, added one by one or by file, and removed. */
export function DenyListCard() {
  const [typed, setTyped] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const q = useSettledValue(typed.trim(), SEARCH_REST_MS)
  const query = useInfiniteQuery({
    ...pagedQuery(list, { query: { q: q || undefined } }),
    placeholderData: keepPreviousData,
  })
  const card = useCardInView('deny-list')
  const total = query.data?.pages.at(-1)?.total
  const entries = query.data?.pages.flatMap(({ addresses }) => addresses) ?? []
  return (
    <Card ref={card} className="scroll-mt-16 space-y-4">
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

/** Puts an address on the deny list, with its source. */
function DenyDialog({ onClose }: { onClose(): void }) {
  const [address, setAddress] = useState('')
  const [source, setSource] = useState('')
  const [note, setNote] = useState('')
  const change = useChangeDenyList('Added to the Deny List', onClose)
  const body = { address: address.trim(), source: source.trim(), note: note.trim() || undefined }
  return (
    <FormDialog
      title="Add to the deny list"
      onClose={onClose}
      onSubmit={() => change.mutate(() => adminSend(add, { body }).then(() => body.address))}
      submit={{
        text: 'Add',
        busyText: 'Adding...',
        busy: change.isPending,
        disabled: body.address === '' || body.source === '',
      }}
    >
      <TextField
        label="Address"
        hint="EVM or Solana. From now on it is paid nothing, on any server."
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <TextField
        label="Source"
        hint="Where this comes from: a sanctions list, a report."
        maxLength={200}
        value={source}
        onChange={(event) => setSource(event.target.value)}
      />
      <TextField
        label="Note"
        hint="Optional."
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}

/** Puts all addresses of a file on the deny list: one a line, or a CSV of address, source and note. */
function DenyUpload() {
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const change = useChangeDenyList('Added to the Deny List', () => {}, setRefusal)

  function send(file: File | undefined) {
    if (input.current) input.current.value = ''
    if (!file) return
    change.mutate(async () => {
      const { count } = await adminSend(upload, { file })
      return `${countOf(count, 'address', 'addresses')} of ${file.name}`
    })
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label="Deny list file"
        accept=".csv,.txt"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => send(event.target.files?.[0])}
      />
      <Button busy={change.isPending} busyText="Uploading..." onClick={() => input.current?.click()}>
        Upload List
      </Button>
      {refusal && (
        <Dialog title="Nothing was added" onClose={() => setRefusal(null)}>
          <ProblemList sentence={failureSentence(refusal)} problems={problemsOf(refusal)} />
          <p className="text-muted">
            One address a line, or a CSV with the columns address, source and note.
          </p>
          <p className="text-right">
            <Button onClick={() => setRefusal(null)}>Close</Button>
          </p>
        </Dialog>
      )}
    </>
  )
}

/** Changes the deny list, and says what was changed. A failure is shown in a toast, unless somebody else shows it. */
function useChangeDenyList(title: string, onDone: () => void, onFailed?: (error: Error) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<string>) => change(),
    onSuccess(description) {
      onDone()
      showToast({ tone: 'done', title, description })
      return refresh(queryClient, [list])
    },
    onError(error) {
      if (onFailed) return onFailed(error)
      showFailure('Not Changed', error)
    },
  })
}
