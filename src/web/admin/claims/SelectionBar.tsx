import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdminClaim, MAX_REJECTED_AT_ONCE, type RejectClaimsResponse } from '#api-schema/admin.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { type AmountUA, sumAmounts } from '#domain/amounts.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/Dialog.tsx'
import { failureSentence } from '#web/admin/failures.ts'
import { ScrollRegion } from '#web/admin/PagedTable.tsx'
import { StartClaims } from '#web/admin/payouts/start/StartClaims.tsx'
import { refreshClaims, useBulkSenderStatus } from '#web/admin/queries.ts'
import { countOf } from '#web/admin/values.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Button, Notice } from '#web/ui/basics.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { showToast } from '#web/ui/toast-store.ts'

/** What is selected, with its sum, and what can be done with all of it. */
export function SelectionBar({ selection, unit }: { selection: ClaimSelection; unit: string }) {
  const [isRejecting, setRejecting] = useState(false)
  const { data: sender } = useBulkSenderStatus()
  const { claims } = selection
  if (claims.length === 0) return null
  const sum = sumAmounts(claims.map(({ amountUa }) => amountUa as AmountUA))
  return (
    <section
      aria-label="Selected claims"
      className="sticky top-12 z-1 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-accent bg-accent-soft px-3 py-2"
    >
      <p aria-live="polite" className="mr-auto">
        <span className="font-semibold">{countOf(claims.length, 'claim')} selected</span>,{' '}
        <Amount value={sum} unit={unit} />
      </p>
      <div className="flex flex-wrap gap-2">
        {sender && (
          <StartClaims
            status={sender}
            estimate={undefined}
            disabled={!sender.configured}
            selection={claims.map(({ id }) => id)}
            onStarted={selection.clear}
            unit={unit}
            size="small"
            text="Pay selected"
          />
        )}
        <Button size="small" variant="danger" onClick={() => setRejecting(true)}>
          Reject selected
        </Button>
        <Button size="small" variant="quiet" onClick={selection.clear}>
          Clear
        </Button>
      </div>
      {isRejecting && (
        <RejectSelectedDialog
          claims={claims}
          sum={sum}
          unit={unit}
          onDone={selection.clear}
          onClose={() => setRejecting(false)}
        />
      )}
    </section>
  )
}

type Result = RejectClaimsResponse['results'][number]

const WHY: Partial<Record<Result['outcome'], string>> = {
  unknown_claim: 'there is no such claim any more',
  claim_not_queued: 'it is not queued any more',
  payment_under_way: 'a payment of it is under way or on hold',
}

interface RejectSelectedDialogProps {
  claims: readonly AdminClaim[]
  /** What they add up to. */
  sum: string
  unit: string
  /** Called once nothing of it is left to do. */
  onDone(): void
  onClose(): void
}

/** Asks for the one reason for which the selected claims are rejected, and shows which of them were not. */
function RejectSelectedDialog({ claims, sum, unit, onDone, onClose }: RejectSelectedDialogProps) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  const reject = useMutation({
    mutationFn: () =>
      rejectAll(
        claims.map(({ id }) => id),
        reason,
      ),
    onSuccess(results) {
      const left = results.filter(({ outcome }) => outcome !== 'done')
      const count = results.length - left.length
      showToast({
        tone: left.length === 0 ? 'done' : 'error',
        title: left.length === 0 ? 'Status Updated' : 'Some Were Not Rejected',
        description: `${countOf(count, 'claim')} ${count === 1 ? 'is' : 'are'} rejected.`,
      })
      if (left.length > 0) return
      onClose()
      onDone()
    },
    onSettled: () => refreshClaims(queryClient),
  })
  const left = (reject.data ?? []).filter(({ outcome }) => outcome !== 'done')
  return (
    <FormDialog
      title={`Reject ${countOf(claims.length, 'claim')}?`}
      onClose={() => {
        if (reject.data) onDone()
        onClose()
      }}
      onSubmit={() => reject.mutate()}
      error={reject.error && failureSentence(reject.error)}
      submit={{
        text: `Reject ${countOf(claims.length, 'claim')}`,
        busyText: 'Rejecting...',
        busy: reject.isPending,
        disabled: reason === '' || left.length > 0,
        danger: true,
      }}
    >
      <p>
        <Amount value={sum} unit={unit} /> in all. None of them is paid. A rejection can be undone in the
        details of the claim.
      </p>
      <TextField
        label="Reason"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        maxLength={500}
        hint="Each claimant reads it."
      />
      {left.length > 0 && (
        <Notice tone="warn" title="Not rejected">
          <ScrollRegion label="Claims that were not rejected">
            <ul className="text-13">
              {left.map(({ id, outcome }) => (
                <li key={id}>
                  <span className="font-mono">{id}</span>: {WHY[outcome] ?? outcome}
                </li>
              ))}
            </ul>
          </ScrollRegion>
        </Notice>
      )}
    </FormDialog>
  )
}

/** Rejects as many at once as one request takes. After a break the same can be asked for again. */
async function rejectAll(ids: readonly string[], reason: string): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < ids.length; start += MAX_REJECTED_AT_ONCE) {
    const body = { ids: ids.slice(start, start + MAX_REJECTED_AT_ONCE), reason }
    results.push(...(await adminSend(endpoints.admin.rejectClaims, { body })).results)
  }
  return results
}

export type ClaimSelection = ReturnType<typeof useSelection>

/** Keeps the claims that are selected, over the pages of a list. Another list begins with none. */
export function useSelection(list: string) {
  const [kept, setKept] = useState<{ list: string; claims: ReadonlyMap<string, AdminClaim> }>({
    list,
    claims: new Map(),
  })
  const claims: ReadonlyMap<string, AdminClaim> = kept.list === list ? kept.claims : new Map()
  return {
    claims: [...claims.values()],
    has: (id: string) => claims.has(id),
    set(changed: readonly AdminClaim[], isSelected: boolean) {
      const next = new Map(claims)
      for (const claim of changed) {
        if (isSelected) next.set(claim.id, claim)
        else next.delete(claim.id)
      }
      setKept({ list, claims: next })
    },
    clear: () => setKept({ list, claims: new Map() }),
  }
}
