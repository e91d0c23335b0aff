import { toEpochSeconds } from '#app/epoch-seconds.ts'
import type { Claim, ClaimCorrection } from '#domain/claim.ts'
import type { ClaimEvent } from '#domain/claim-event.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { CLAIM_REJECTED } from '#store/claims/claim-decisions.ts'
import type { ClaimAttempt, ClaimRecord, PaymentFailure } from '#store/claims/claim-records.ts'
import type { OperatorAction, RecordedAction } from '#store/database/schema.ts'

interface Entry {
  atMs: number
  what: ClaimEvent
  detail: string | null
}

/** Lists the events of a claim, oldest first, from its records. */
export function claimHistory(claim: Claim, { failure, corrections, attempts, actions }: ClaimRecord) {
  const entries: Entry[] = [
    { atMs: claim.submittedAtMs, what: 'submitted', detail: null },
    ...corrections.map((correction, index) => entryOfCorrection(correction, corrections[index + 1] ?? claim)),
    ...attempts.flatMap(entriesOfAttempt),
    ...(failure ? entriesOfFailure(failure, attempts) : []),
    ...actions.flatMap(entriesOfAction),
  ]
  return entries
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, what, detail }) => ({ at: toEpochSeconds(atMs), what, detail }))
}

function entryOfCorrection(
  { solAddress, correctedAtMs }: ClaimCorrection,
  next: Pick<Claim, 'solAddress'>,
): Entry {
  const detail = `${shortenAddress(solAddress)} → ${shortenAddress(next.solAddress)}`
  return { atMs: correctedAtMs, what: 'corrected', detail }
}

const ENDINGS = {
  paid: 'attempt_paid',
  failed: 'attempt_failed',
  expired: 'attempt_expired',
} as const satisfies Partial<Record<ClaimAttempt['state'], ClaimEvent>>

function entriesOfAttempt(attempt: ClaimAttempt): Entry[] {
  const { state, journaledAtMs, heldAtMs, resolvedAtMs, signature, error } = attempt
  const entries: Entry[] = [{ atMs: journaledAtMs, what: 'attempt_journaled', detail: signature }]
  if (heldAtMs !== null) {
    entries.push({ atMs: heldAtMs, what: 'attempt_held', detail: state === 'hold' ? error : null })
  }
  if (resolvedAtMs !== null && state in ENDINGS) {
    entries.push({ atMs: resolvedAtMs, what: ENDINGS[state as keyof typeof ENDINGS], detail: error })
  }
  return entries
}

/** A payment can fail without any transaction: its recipient was found unpayable before. */
function entriesOfFailure({ reason, atMs }: PaymentFailure, attempts: readonly ClaimAttempt[]): Entry[] {
  const isToldByAttempt = attempts.some(({ resolvedAtMs }) => resolvedAtMs === atMs)
  return isToldByAttempt || reason === CLAIM_REJECTED
    ? []
    : [{ atMs, what: 'payment_failed', detail: reason }]
}

/** The events of actions on a claim; other actions concern no single claim. */
const EVENT_OF_ACTION: Partial<Record<OperatorAction, ClaimEvent>> = {
  mark_sent: 'marked_sent',
  mark_sent_forced: 'marked_sent_forced',
  reject: 'rejected',
  undo_reject: 'rejection_undone',
  note: 'noted',
  settle_hold_paid: 'hold_settled_paid',
  settle_hold_expired: 'hold_settled_expired',
  take_over: 'taken_over',
}

function entriesOfAction({ atMs, action, detail }: RecordedAction): Entry[] {
  const what = EVENT_OF_ACTION[action]
  return what === undefined ? [] : [{ atMs, what, detail }]
}
