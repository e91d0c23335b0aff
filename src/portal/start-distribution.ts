import { PortalError } from '#domain/portal-error.ts'
import { distributionPayments } from '#payout/estimate-payout.ts'
import { beginRun } from '#portal/begin-run.ts'
import { tallyOf } from '#portal/distribution-sums.ts'
import { planPayout, refuseShortfall } from '#portal/plan-payout.ts'
import type { Portal } from '#portal/portal.ts'

/**
 * Starts paying what a distribution still owes, in the background; what failed before is tried again. Throws no_distribution,
 * standalone_not_configured, distribution_of_other_token, run_in_progress (also while the bulk sender pays from the same wallet),
 * distribution_settled, insufficient_sol or insufficient_tokens.
 */
export async function startDistribution(portal: Portal, id: string): Promise<{ message: string }> {
  const { store } = portal
  const distribution = await store.distributions.find(id)
  if (!distribution) throw new PortalError('no_distribution')
  const sender = await store.senders.find('standalone')
  if (!sender) throw new PortalError('standalone_not_configured')
  const isOfThisToken =
    distribution.mint_address === sender.mint_address && distribution.genesis_hash === sender.genesis_hash
  if (!isOfThisToken) throw new PortalError('distribution_of_other_token')
  const unfinished = await store.runs.unfinished()
  if (unfinished.some((run) => run.wallet_address === sender.wallet_address))
    throw new PortalError('run_in_progress')
  const { queued, failed, live, held } = tallyOf(id, await store.distributions.sums(id))
  const owed = queued + failed
  if (owed + live + held === 0) throw new PortalError('distribution_settled')

  const plan = await planPayout(portal, sender, () => distributionPayments(store.distributions, id))
  // What an earlier run still has under way may or may not have left the wallet: then the balance tells nothing yet.
  const unresolved = await store.journal.unresolved(sender.genesis_hash)
  if (unresolved.length === 0) refuseShortfall(plan)
  await beginRun(portal, sender, id, plan.estimate)
  return { message: `Distribution started for ${owed} ${owed === 1 ? 'payment' : 'payments'}.` }
}
