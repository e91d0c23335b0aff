import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminClaim, MarkSentBody, RejectBody } from '#api-schema/admin.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog, TransactionDialog } from '#web/admin/Dialog.tsx'
import { errorSentence, showFailure } from '#web/admin/failures.ts'
import { refreshClaims, useBulkSenderStatus } from '#web/admin/queries.ts'
import { TransactionLink } from '#web/admin/values.tsx'
import { Button } from '#web/ui/basics.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { showToast } from '#web/ui/toast-store.ts'

interface ClaimActionsProps {
  claim: AdminClaim
  /** A row of the list has what is specified; the details of a claim have the rest. */
  place: 'row' | 'sheet'
}

/** The actions on a claim: decide it while it is queued, open its transaction once it has one. */
export function ClaimActions({ claim, place }: ClaimActionsProps) {
  const [asked, setAsked] = useState<'mark-sent' | 'reject' | null>(null)
  const { status, solTx } = claim

  if (status === 'queued') {
    const close = () => setAsked(null)
    return (
      <div className={`flex items-center gap-1 ${place === 'row' ? 'justify-end panel:justify-start' : ''}`}>
        <Button
          size={place === 'row' ? 'tiny' : 'small'}
          variant={place === 'row' ? 'quiet' : 'secondary'}
          className={place === 'row' ? '-mr-2 whitespace-nowrap panel:-ml-2' : ''}
          onClick={() => setAsked('mark-sent')}
        >
          Mark Sent
        </Button>
        {place === 'sheet' && (
          <Button size="small" variant="danger" onClick={() => setAsked('reject')}>
            Reject
          </Button>
        )}
        {asked === 'mark-sent' && <MarkSentDialog claim={claim} onClose={close} />}
        {asked === 'reject' && <RejectDialog claim={claim} onClose={close} />}
      </div>
    )
  }
  if (!solTx) {
    return place === 'row' ? <span className="text-muted">-</span> : <UndoReject claim={claim} />
  }
  return <ViewTransaction claim={claim} solTx={solTx} />
}

/** By itself, so that no row without a transaction follows the sender's state. */
function ViewTransaction({ claim, solTx }: { claim: AdminClaim; solTx: string }) {
  const { data: sender } = useBulkSenderStatus()
  const cluster = claim.cluster ?? sender?.cluster ?? null
  return <TransactionLink signature={solTx} cluster={cluster} rpcUrl={sender?.rpcUrl ?? null} />
}

const MARK_FAILED = 'Failed to mark as sent'

/** Asks for the transaction that paid a claim. */
function MarkSentDialog({ claim: { id }, onClose }: { claim: AdminClaim; onClose(): void }) {
  const done = `Claim ${id} is marked as sent.`
  const markSent = useDecideClaim(
    (body: MarkSentBody) => adminSend(endpoints.admin.markSent, { body }),
    { done, failure: MARK_FAILED },
    onClose,
  )

  return (
    <TransactionDialog
      title={`Mark claim ${id} as sent`}
      label="Enter transaction hash:"
      hint="The Solana transaction that paid this claim. It is looked up on the chain."
      submitText="Mark Sent"
      forceText="Mark as sent all the same"
      payment={markSent}
      fallback={MARK_FAILED}
      onSubmit={(transaction) => markSent.mutate({ id, ...transaction })}
      onClose={onClose}
    />
  )
}

const REJECT_FAILED = 'Failed to reject the claim'

/** Asks why a claim is rejected: its holder reads it. */
function RejectDialog({ claim: { id }, onClose }: { claim: AdminClaim; onClose(): void }) {
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  const done = `Claim ${id} is rejected.`
  const reject = useDecideClaim(
    (body: RejectBody) => adminSend(endpoints.admin.reject, { body }),
    { done, failure: REJECT_FAILED },
    onClose,
  )

  return (
    <FormDialog
      title={`Reject claim ${id}`}
      onClose={onClose}
      onSubmit={() => reject.mutate({ id, reason })}
      error={reject.error && errorSentence(reject.error, REJECT_FAILED)}
      submit={{
        text: 'Reject claim',
        busyText: 'Rejecting...',
        busy: reject.isPending,
        disabled: reason === '',
        danger: true,
      }}
    >
      <TextField
        label="Reason"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        maxLength={500}
        hint="The claimant reads it. A rejected claim is not paid."
      />
    </FormDialog>
  )
}

const UNDO_FAILED = 'Failed to undo the rejection'

/** Queues a rejected claim again, after a question. */
function UndoReject({ claim: { id, status } }: { claim: AdminClaim }) {
  const [isAsked, setIsAsked] = useState(false)
  const undo = useDecideClaim(
    (body: { id: string }) => adminSend(endpoints.admin.undoReject, { body }),
    { done: `Claim ${id} is queued again.`, failure: UNDO_FAILED },
    () => setIsAsked(false),
  )
  if (status !== 'rejected') return null
  return (
    <>
      <Button size="small" onClick={() => setIsAsked(true)}>
        Undo rejection
      </Button>
      {isAsked && (
        <FormDialog
          title={`Undo the rejection of claim ${id}?`}
          onClose={() => setIsAsked(false)}
          onSubmit={() => undo.mutate({ id })}
          error={undo.error && errorSentence(undo.error, UNDO_FAILED)}
          submit={{ text: 'Queue it again', busyText: 'Queueing...', busy: undo.isPending }}
        >
          <p>
            It is queued again as its holder signed it, and the next run pays it. The rejection and this stay
            in its history.
          </p>
        </FormDialog>
      )}
    </>
  )
}

interface DecisionTexts {
  /** The toast after success. */
  done: string
  /** Shown where the server gives no reason. */
  failure: string
}

/** Marks a queued claim as sent or rejected, and shows the result in a toast. */
function useDecideClaim<Body>(
  decide: (body: Body) => Promise<unknown>,
  { done, failure }: DecisionTexts,
  onDecided: () => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: decide,
    onSuccess: () => {
      showToast({ tone: 'done', title: 'Status Updated', description: done })
      onDecided()
      return refreshClaims(queryClient)
    },
    onError: (error) => showFailure('Update Failed', error, failure),
  })
}
