import type { AppContext } from '#app/app-context.ts'
import { askingCluster } from '#app/senders/sender-cluster.ts'
import type { PayoutSource } from '#domain/payout-source.ts'
import { owedPayments } from '#payout/owed-payments.ts'
import { planPayout } from '#payout/plan-payout.ts'
import { describePlan } from './describe-plan.ts'
import { sourceTerms } from './source-terms.ts'

/**
 * Estimates the cost and duration of a run over a source, by the first of its sender's nodes that answers.
 * Throws what its sender throws (see source-terms.ts), cluster_changed or rpc_unreachable.
 */
export async function estimateRun(app: AppContext, source: PayoutSource) {
  const { store, payouts, recipients } = app
  const terms = sourceTerms(app, source)
  const sender = await terms.sender()
  const payments = owedPayments(store, source, sender.mintDecimals, terms.acceptedBy(app.now()))
  const plan = await askingCluster(() =>
    payouts.readerOf(sender).readSurely((rpc) => planPayout({ store, rpc, recipients }, sender, payments)),
  )
  return describePlan(plan)
}
