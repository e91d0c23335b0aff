import type { OwedPayment } from '#payout/owed-payments.ts'
import { type PayoutPlan, planPayout } from '#payout/plan-payout.ts'
import type { Portal } from '#portal/portal.ts'
import { askingCluster } from '#portal/sender-cluster.ts'
import type { SenderRow } from '#store/schema.ts'

/**
 * Looks at what is owed and at a sender's wallet, asking its node for `maxLookUps` recipients at most.
 * Throws cluster_changed or rpc_unreachable.
 */
export function planForSender(
  { store, payouts, recipients }: Portal,
  sender: SenderRow,
  payments: AsyncIterable<OwedPayment[]>,
  maxLookUps?: number,
): Promise<PayoutPlan> {
  const cluster = payouts.connect(sender.rpc_url)
  return askingCluster(() => planPayout({ store, cluster, recipients }, sender, payments, maxLookUps))
}
