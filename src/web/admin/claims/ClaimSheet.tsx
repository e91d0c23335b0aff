import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { AdminClaimDetail, ClaimAttemptBody, ClaimHistoryEntry } from '#api-schema/claims.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { ClaimEvent } from '#domain/claim.ts'
import type { AttemptState } from '#domain/payout-states.ts'
import { adminSend, freshQuery } from '#web/admin/admin-send.ts'
import { Dialog } from '#web/admin/Dialog.tsx'
import { FailedQuery } from '#web/admin/FailedQuery.tsx'
import { errorSentence, showFailure } from '#web/admin/failures.ts'
import { refreshClaims, useBulkSenderStatus } from '#web/admin/queries.ts'
import { changeUrlState } from '#web/admin/url-state.ts'
import {
  CopyFact,
  countOf,
  Fact,
  Facts,
  groupThousands,
  ShortAddress,
  Sol,
  TransactionLink,
} from '#web/admin/values.tsx'
import { formatLocal } from '#web/lib/time.ts'
import { CopyButton } from '#web/ui/Address.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge, type BadgeTone, Button, classNames, Notice, Skeleton } from '#web/ui/basics.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { ClaimActions } from './ClaimActions.tsx'
import { ClaimStatusBadge } from './ClaimsTable.tsx'

/** The details of one claim, and its actions. */
export function ClaimSheet({ id, unit }: { id: string; unit: string }) {
  const query = useQuery(freshQuery(endpoints.admin.claim, { params: { id } }))
  const { data: claim, error } = query
  return (
    <Dialog shape="sheet" title={`Claim ${id}`} onClose={() => changeUrlState({ claim: '' })}>
      {error && <FailedQuery text={errorSentence(error, 'Failed to fetch claims')} query={query} />}
      {!claim && !error && <Skeleton className="h-80" />}
      {claim && <ClaimDetail claim={claim} unit={unit} />}
    </Dialog>
  )
}

function ClaimDetail({ claim, unit }: { claim: AdminClaimDetail; unit: string }) {
  const { data: sender } = useBulkSenderStatus()
  const { amountUa, status, attemptState, failure, reason } = claim
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-22 font-semibold">
          <Amount value={amountUa} unit={unit} />
        </p>
        <ClaimStatusBadge status={status} />
      </div>
      {reason && (
        <Notice tone="error" title="Rejected">
          <p className="[overflow-wrap:anywhere]">{reason}</p>
        </Notice>
      )}
      {failure && <Notice tone="error" title="The last payment failed" text={failure} />}
      <Facts>
        <CopyFact name="EVM Address" value={claim.evmAddr} />
        <CopyFact name="Solana Address" value={claim.solAddr} />
        <Fact name="Submitted">{formatLocal(claim.submittedAt)}</Fact>
        {attemptState && <Fact name="Transaction">{attemptState}</Fact>}
        {claim.solTx && <CopyFact name="Paid by" value={claim.solTx} what="transaction" />}
      </Facts>
      <ClaimActions claim={claim} place="sheet" />
      <ClaimHistory history={claim.history} />
      <ClaimNotes id={claim.id} />
      <ClaimAttempts attempts={claim.attempts} rpcUrl={sender?.rpcUrl ?? null} />
      <SignedMessage claim={claim} />
    </div>
  )
}

/** The message that the holder signed, and the list that it counts in: enough to verify it without the portal. */
function SignedMessage({ claim }: { claim: AdminClaimDetail }) {
  const { message, signature, chainId, nonce, snapshotFileHash } = claim
  return (
    <details>
      <summary className="w-fit py-1 font-medium text-accent">What was signed</summary>
      <div className="space-y-2 pt-2">
        <pre className="rounded-control bg-well p-3 font-mono text-13 break-all whitespace-pre-wrap">
          {message}
        </pre>
        <Facts>
          <Fact name="Signature">
            <span className="max-h-40 min-w-0 overflow-y-auto text-left font-mono text-13 break-all">
              {signature}
            </span>
            <CopyButton text={signature} what="signature" />
          </Fact>
          <Fact name="Chain id">
            <span className="font-mono">{chainId}</span>
          </Fact>
          <Fact name="Nonce">
            <span className="font-mono">{nonce}</span>
          </Fact>
          {snapshotFileHash && (
            <CopyFact name="Allocation file (SHA-256)" value={snapshotFileHash} what="hash" />
          )}
        </Facts>
      </div>
    </details>
  )
}

const TONES: Record<AttemptState, BadgeTone> = {
  journaled: 'accent',
  broadcast: 'accent',
  confirmed: 'accent',
  paid: 'done',
  failed: 'error',
  expired: 'neutral',
  hold: 'warn',
}

interface ClaimAttemptsProps {
  attempts: readonly ClaimAttemptBody[]
  rpcUrl: string | null
}

/** The transactions that were signed to pay a claim, oldest first. */
function ClaimAttempts({ attempts, rpcUrl }: ClaimAttemptsProps) {
  return (
    <section className="space-y-1">
      <h3 className="font-semibold">Attempts on the chain</h3>
      {attempts.length === 0 ? (
        <p className="text-muted">None yet: a bulk send makes the first one.</p>
      ) : (
        <ul className="divide-y divide-line">
          {attempts.map((attempt) => (
            <li key={attempt.id} className="space-y-1 py-3">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="flex items-center gap-2">
                  <ShortAddress address={attempt.signature} what="Transaction" />
                  <Badge tone={TONES[attempt.state]}>{attempt.state}</Badge>
                </span>
                <TransactionLink signature={attempt.signature} cluster={attempt.cluster} rpcUrl={rpcUrl} />
              </div>
              {attempt.error && <p className="[overflow-wrap:anywhere]">{attempt.error}</p>}
              <p className="text-13 text-muted">
                Signed {formatLocal(attempt.journaledAt)}
                {attempt.resolvedAt !== null && `, settled ${formatLocal(attempt.resolvedAt)}`}
                {attempt.slot !== null && `, slot ${groupThousands(attempt.slot)}`}. It carries{' '}
                {countOf(attempt.transfers, 'payment')} for <Sol amount={attempt.feeSOL} />.
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const WORDS: Record<ClaimEvent, string> = {
  submitted: 'Submitted',
  corrected: 'Solana address changed by the claimant',
  attempt_journaled: 'Transaction signed and written down',
  attempt_paid: 'Transaction finalized: paid',
  attempt_failed: 'Transaction failed',
  attempt_expired: 'Transaction proved not to have landed',
  attempt_held: 'Put on hold: not decided yet',
  payment_failed: 'Payment failed',
  marked_sent: 'Marked as sent',
  marked_sent_forced: 'Marked as sent although the chain did not show it',
  hold_settled_paid: 'Hold settled as paid',
  hold_settled_expired: 'Hold settled as not paid',
  taken_over: 'Payment taken over from the chain',
  rejected: 'Rejected',
  rejection_undone: 'Rejection undone: queued again',
  noted: 'Note',
}

/** A claim's history, oldest first. */
function ClaimHistory({ history }: { history: readonly ClaimHistoryEntry[] }) {
  return (
    <section className="space-y-3">
      <h3 className="font-semibold">History</h3>
      <ol className="space-y-3 border-l border-line pl-4">
        {history.map(({ at, what, detail }, index) => (
          // A history only grows at its end.
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries can be the same in every other way
          <li key={index} className="relative">
            <span
              aria-hidden="true"
              className="absolute top-2 -left-[21px] size-2 rounded-full border-2 border-card bg-control"
            />
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>{WORDS[what]}</span>
              <time className="text-13 text-muted tabular-nums">{formatLocal(at)}</time>
            </p>
            {detail && (
              <p
                className={classNames(
                  'text-13 text-muted [overflow-wrap:anywhere]',
                  what === 'attempt_journaled' && 'font-mono',
                )}
              >
                {detail}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Adds a note to a claim: it is kept in the history, with its time. */
function ClaimNotes({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const note = useMutation({
    mutationFn: () => adminSend(endpoints.admin.noteClaim, { params: { id }, body: { text } }),
    onSuccess() {
      setTyped('')
      showToast({ tone: 'done', title: 'Note Added', description: 'It is kept in the history of the claim.' })
      return refreshClaims(queryClient)
    },
    onError: (error) => showFailure('Note Not Added', error, 'Failed to add the note'),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text !== '') note.mutate()
  }

  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <div className="grow">
        <TextField
          label="Note"
          placeholder="For whoever looks at this claim later. Its holder does not see it."
          value={typed}
          maxLength={1000}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Button type="submit" disabled={text === ''} busy={note.isPending}>
        Add note
      </Button>
    </form>
  )
}
