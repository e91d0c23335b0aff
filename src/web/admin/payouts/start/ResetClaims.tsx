import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminQuery, adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { actionFailure } from '#web/admin/payouts/payout.ts'
import { refreshBulkSender, refreshClaims } from '#web/admin/queries.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { countOf, groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'

const WORD = 'RESET'

/** Deletes every claim, after a question that says what goes, and a word to be typed. The ledger keeps what was paid. */
export function ResetClaims({ running, unit }: { running: boolean; unit: string }) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState(false)
  const reset = useMutation({
    mutationFn: () => adminSend(endpoints.admin.resetClaims),
    onSuccess: ({ message }) => {
      showToast({ tone: 'done', title: 'Claims Reset Successful', description: message })
      return Promise.all([refreshClaims(queryClient), refreshBulkSender(queryClient)])
    },
    onError: (error) => showToast(actionFailure('Reset', error)),
  })

  return (
    <section aria-label="Danger zone" className="mt-10 space-y-3 rounded-card border border-error/40 p-4">
      <h3 className="font-semibold text-error">Danger zone</h3>
      <p className="text-13 text-muted">
        Deletes every claim, whether or not it was paid. The ledger keeps all payments, with the ids of their
        claims.
      </p>
      <Button
        variant="danger"
        disabled={running}
        busy={reset.isPending}
        busyText="Resetting..."
        onClick={() => setAsked(true)}
      >
        Reset All Claims (Clear Database)
      </Button>
      {asked && (
        <ResetDialog
          unit={unit}
          onClose={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            reset.mutate()
          }}
        />
      )}
    </section>
  )
}

function ResetDialog({ unit, onConfirm, onClose }: { unit: string; onConfirm(): void; onClose(): void }) {
  const [word, setWord] = useState('')
  const isTyped = word.trim().toUpperCase() === WORD
  return (
    <FormDialog
      title="Reset all claims?"
      onClose={onClose}
      onSubmit={() => isTyped && onConfirm()}
      submit={{ text: 'Delete all claims', danger: true, disabled: !isTyped }}
    >
      <p>All claims will be deleted. This cannot be undone. The sender will work only with fresh claims.</p>
      <Losses unit={unit} />
      <TextField
        label={`Type ${WORD} to confirm`}
        value={word}
        onChange={(event) => setWord(event.target.value)}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
      />
    </FormDialog>
  )
}

/** Counts what a reset deletes, as it is now. */
function Losses({ unit }: { unit: string }) {
  const { data, isError } = useQuery({ ...adminQuery(endpoints.admin.stats), refetchOnMount: 'always' })
  if (!data) return isError ? null : <Skeleton className="h-24" />
  return (
    <Notice tone="warn" title={`${countOf(data.total, 'claim')} will be gone`}>
      <ul className="list-disc pl-5">
        <li>{groupThousands(data.queued)} queued: their holders have to claim again</li>
        <li>{groupThousands(data.sent)} sent, and with them the status page of each of those holders</li>
        <li>{groupThousands(data.rejected)} rejected, with their reasons</li>
      </ul>
      <p>
        Claimed together: <Amount value={data.totalAmountSubmitted} unit={unit} />. What was paid, so far{' '}
        <Amount value={data.totalAmountSent} unit={unit} />, stays in the ledger. Outside of mainnet a holder
        who was paid can claim and be paid again.
      </p>
    </Notice>
  )
}
