import { PortalError } from '#domain/portal-error.ts'
import { queuedPayments } from '#payout/owed-payments.ts'
import { beginRun } from '#portal/begin-run.ts'
import { planPayout, refuseImpossible, refuseShortfall } from '#portal/plan-payout.ts'
import type { Portal } from '#portal/portal.ts'

/**
 * Starts paying the queued claims in the background. Throws sender_not_configured, run_in_progress, no_queued_claims,
 * source_account_frozen, what is wrong with the mint, insufficient_sol or insufficient_tokens.
 */
export async function startBulkSend(portal: Portal): Promise<{ message: string }> {
  const { store } = portal
  const sender = await store.senders.find('bulk')
  if (!sender) throw new PortalError('sender_not_configured')
  const unfinished = await store.runs.unfinished()
  if (unfinished.some((run) => run.wallet_address === sender.wallet_address))
    throw new PortalError('run_in_progress')
  const queued = await store.claimTallies.countQueued()
  const unresolved = await store.journal.unresolved(sender.genesis_hash)
  if (queued === 0 && unresolved.length === 0) throw new PortalError('no_queued_claims')

  const plan = await planPayout(portal, sender, (decimals) => queuedPayments(store.claims, decimals))
  refuseImpossible(plan)
  // What an earlier run still has under way may or may not have left the wallet: then the balance tells nothing yet.
  if (unresolved.length === 0) refuseShortfall(plan)
  await beginRun(portal, sender, null, plan.estimate)
  return { message: `Bulk send started for ${queued} queued ${queued === 1 ? 'claim' : 'claims'}.` }
}
