import type { AppContext } from '#app/app-context.ts'
import type { DecisionOutcome } from '#domain/decision-outcome.ts'
import { assertDecided } from './decide-claim.ts'

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
