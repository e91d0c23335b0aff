import type { AppContext } from '#app/app-context.ts'
import { assertNotPaying, beginRun } from '#app/payouts/begin-run.ts'
import { PortalError } from '#domain/portal-error.ts'
import { distributionPayments } from '#payout/owed-payments.ts'
import { tallyOf } from './distribution-sums.ts'
import { senderOfDistribution } from './sender-of-distribution.ts'

/**
 * Starts paying what a distribution still owes, in the background; what failed before is tried again. Throws no_distribution,
 * standalone_not_configured, distribution_of_other_token, distribution_settled, or as beginRun does.
 */
export async function startDistribution(app: AppContext, id: string): Promise<{ message: string }> {
  const { distributions } = app.store
  const sender = await senderOfDistribution(app, id)
  await assertNotPaying(app, sender)
  const { queued, failed, inFlight, held } = tallyOf(id, await distributions.sums(id))
  const owed = queued + failed
  if (owed + inFlight + held === 0) throw new PortalError('distribution_settled')
  await beginRun(app, sender, id, distributionPayments(distributions, id))
  return { message: `Distribution started for ${owed} ${owed === 1 ? 'payment' : 'payments'}.` }
}
