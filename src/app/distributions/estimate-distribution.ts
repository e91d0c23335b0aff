import type { AppContext } from '#app/app-context.ts'
import { describePlan } from '#app/payouts/describe-plan.ts'
import { planForSender } from '#app/payouts/plan-for-sender.ts'
import { distributionPayments } from '#payout/owed-payments.ts'
import { senderOfDistribution } from './sender-of-distribution.ts'

/**
 * What paying the rest of a distribution will cost and how long it will take. Throws no_distribution,
 * standalone_not_configured and distribution_of_other_token.
 */
export async function estimateDistribution(app: AppContext, id: string) {
  const sender = await senderOfDistribution(app, id)
  const { distributions } = app.store
  return describePlan(await planForSender(app, sender, distributionPayments(distributions, id)))
}
