import { PortalError } from '#domain/portal-error.ts'
import { distributionPayments } from '#payout/owed-payments.ts'
import { beginRun } from '#portal/begin-run.ts'
import { tallyOf } from '#portal/distribution-sums.ts'
import { planPayout, refuseImpossible, refuseShortfall } from '#portal/plan-payout.ts'
import type { Portal } from '#portal/portal.ts'
import { senderOfDistribution } from '#portal/sender-of-distribution.ts'

/**
 * Starts paying what a distribution still owes, in the background; what failed before is tried again. Throws no_distribution,
 * standalone_not_configured, distribution_of_other_token, run_in_progress (also while the bulk sender pays from the same wallet),
 * distribution_settled, source_account_frozen, what is wrong with the mint, insufficient_sol or insufficient_tokens.
 */
export async function startDistribution(portal: Portal, id: string): Promise<{ message: string }> {
  const { store } = portal
  const sender = await senderOfDistribution(portal, id)
  const unfinished = await store.runs.unfinished()
  if (unfinished.some((run) => run.wallet_address === sender.wallet_address))
    throw new PortalError('run_in_progress')
  const { queued, failed, live, held } = tallyOf(id, await store.distributions.sums(id))
  const owed = queued + failed
  if (owed + live + held === 0) throw new PortalError('distribution_settled')

  const plan = await planPayout(portal, sender, () => distributionPayments(store.distributions, id))
  refuseImpossible(plan)
  // What an earlier run still has under way may or may not have left the wallet: then the balance tells nothing yet.
  const unresolved = await store.journal.unresolved(sender.genesis_hash)
  if (unresolved.length === 0) refuseShortfall(plan)
  await beginRun(portal, sender, id, plan.estimate)
  return { message: `Distribution started for ${owed} ${owed === 1 ? 'payment' : 'payments'}.` }
}
