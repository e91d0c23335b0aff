import { toEpochSeconds } from '#app/epoch-seconds.ts'
import type { ClaimEvent } from '#domain/claim-event.ts'
import type { ClaimAttempt, ClaimRecord } from '#store/claim-records.ts'
import type { ClaimRow, OperatorAction, OperatorActionRow, TransferRow } from '#store/schema.ts'

interface Entry {
  atMs: number
  what: ClaimEvent
  detail: string | null
}

/** What happened to a claim, oldest first, as the books tell it. */
export function claimHistory(claim: ClaimRow, { payment, attempts, actions }: ClaimRecord) {
  const entries: Entry[] = [
    { atMs: claim.submitted_at_ms, what: 'submitted', detail: null },
    ...attempts.flatMap(entriesOfAttempt),
    ...(payment ? entriesOfPayment(payment, attempts) : []),
    ...actions.flatMap(entriesOfAction),
  ]
  return entries
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, what, detail }) => ({ at: toEpochSeconds(atMs), what, detail }))
}

const ENDINGS = {
  paid: 'attempt_paid',
  failed: 'attempt_failed',
  expired: 'attempt_expired',
} as const satisfies Partial<Record<ClaimAttempt['state'], ClaimEvent>>

function entriesOfAttempt(attempt: ClaimAttempt): Entry[] {
  const { state, journaled_at_ms, held_at_ms, resolved_at_ms, signature, error } = attempt
  const entries: Entry[] = [{ atMs: journaled_at_ms, what: 'attempt_journaled', detail: signature }]
  if (held_at_ms !== null) {
    entries.push({ atMs: held_at_ms, what: 'attempt_held', detail: state === 'hold' ? error : null })
  }
  if (resolved_at_ms !== null && state in ENDINGS) {
    entries.push({ atMs: resolved_at_ms, what: ENDINGS[state as keyof typeof ENDINGS], detail: error })
  }
  return entries
}

/** A payment can fail without any transaction: its recipient was found unpayable before. */
function entriesOfPayment(
  { state, failure, settled_at_ms }: TransferRow,
  attempts: readonly ClaimAttempt[],
): Entry[] {
  if (state !== 'failed' || settled_at_ms === null) return []
  const isToldByAttempt = attempts.some(({ resolved_at_ms }) => resolved_at_ms === settled_at_ms)
  return isToldByAttempt ? [] : [{ atMs: settled_at_ms, what: 'payment_failed', detail: failure }]
}

/** What is done to a claim; the others concern no single one. */
const EVENT_OF_ACTION: Partial<Record<OperatorAction, ClaimEvent>> = {
  mark_sent: 'marked_sent',
  mark_sent_forced: 'marked_sent_forced',
  reject: 'rejected',
  settle_hold_paid: 'hold_settled_paid',
  settle_hold_expired: 'hold_settled_expired',
  take_over: 'taken_over',
}

function entriesOfAction({ at_ms, action, detail }: OperatorActionRow): Entry[] {
  const what = EVENT_OF_ACTION[action]
  return what === undefined ? [] : [{ atMs: at_ms, what, detail }]
}
