import { PortalError } from '#domain/portal-error.ts'
import type { RunRow } from '#store/schema.ts'
import { runPayments } from './owed-payments.ts'
import { type PlanningParts, planPayout, shortfallOf } from './plan-payout.ts'

/**
 * Looks up every recipient on a run's list before it signs anything, and tells why it can not be paid: insufficient_sol,
 * insufficient_tokens, source_account_frozen or what is wrong with the mint. Start looks at so few that it answers at once.
 * Null where nothing speaks against it. Throws ClusterUnreachableError: what was found is remembered, so that the next
 * try goes on from there.
 */
export async function preflight(parts: PlanningParts, run: RunRow): Promise<PortalError | null> {
  const { store } = parts
  const sender = await store.senders.find(run.sender)
  if (!sender) return new PortalError('sender_not_configured')
  // Read before the balance: what is settled in between may have left it already.
  const unresolved = await store.journal.unresolved(run.genesis_hash)
  const plan = await planPayout(parts, sender, runPayments(store.journal, run.id))
  if (plan.refusal) return plan.refusal
  // What an earlier run still has under way may or may not have left the wallet: then the balance tells nothing yet.
  return unresolved.length === 0 ? shortfallOf(plan) : null
}
