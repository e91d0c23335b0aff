import type { AppContext } from '#app/app-context.ts'
import type { DecisionOutcome } from '#domain/decision-outcome.ts'
import { PortalError } from '#domain/portal-error.ts'

/**
 * Rejects a queued claim; its holder is shown the reason. Asked for twice, it is done once. Throws unknown_claim, claim_not_queued and
 * payment_under_way.
 */
export async function rejectClaim(app: AppContext, id: string, reason: string): Promise<void> {
  assertDecided(await reject(app, id, reason))
}

/**
 * Rejects several claims for one reason. Each is decided by itself: one that can not be rejected costs the others nothing, and after a
 * break the same may be asked for again.
 */
export async function rejectClaims(app: AppContext, ids: readonly string[], reason: string) {
  const results: { id: string; outcome: DecisionOutcome }[] = []
  for (const id of new Set(ids)) results.push({ id, outcome: await reject(app, id, reason) })
  return { rejected: results.filter(({ outcome }) => outcome === 'done').length, results }
}

async function reject({ store, now }: AppContext, id: string, reason: string): Promise<DecisionOutcome> {
  const action = { atMs: now(), action: 'reject', subject: id, detail: reason } as const
  const outcome = await store.claimDecisions.reject(id, reason, action)
  if (outcome !== 'claim_not_queued') return outcome
  const claim = await store.claimDecisions.find(id)
  return claim?.status === 'rejected' && claim.rejectReason === reason ? 'done' : outcome
}

/**
 * Queues a rejected claim again, as it was, and records that. Throws unknown_claim, claim_not_rejected (its holder may have claimed
 * again), already_paid and payment_under_way.
 */
export async function undoReject({ store, now }: AppContext, id: string): Promise<void> {
  const [claim, sender] = await Promise.all([store.claimDecisions.find(id), store.senders.find('bulk')])
  const outcome = await store.claimDecisions.undoReject(id, sender?.genesisHash ?? null, {
    atMs: now(),
    action: 'undo_reject',
    subject: id,
    detail: `It had been rejected for: ${claim?.rejectReason ?? 'no reason'}`,
  })
  if (outcome !== 'done') throw new PortalError(outcome)
}

/** Keeps a note on a claim, in its history and in the record of what operators did. Throws unknown_claim. */
export async function noteClaim({ store, now }: AppContext, id: string, text: string): Promise<void> {
  if (!(await store.claimDecisions.find(id))) throw new PortalError('unknown_claim')
  await store.operatorActions.record({ atMs: now(), action: 'note', subject: id, detail: text })
}

/** Deletes every claim, and no record of a payment. Throws run_in_progress and attempts_unresolved. */
export async function resetClaims({
  store,
  secondSecret,
  now,
}: AppContext): Promise<{ message: string; deleted: number }> {
  await secondSecret.demand({ action: 'reset_claims', what: 'delete every claim', facts: [] })
  const outcome = await store.claimDecisions.reset({
    atMs: now(),
    action: 'reset_claims',
    subject: 'all',
    detail: '',
  })
  if (typeof outcome === 'string') throw new PortalError(outcome)
  const { deleted } = outcome
  const message = deleted === 1 ? '1 claim was deleted.' : `${deleted} claims were deleted.`
  return { message, deleted }
}

/** The reason why a transaction that settles or carries another payment proves none. */
export const USED = 'it settles another payment already'

/** Throws the error for which a decision about a claim was not carried out. */
export function assertDecided(outcome: DecisionOutcome): void {
  if (outcome === 'done') return
  if (outcome === 'transaction_used') throw new PortalError('transaction_unproved', { reason: USED })
  throw new PortalError(outcome)
}
