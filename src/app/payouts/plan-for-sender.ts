import type { AppContext } from '#app/app-context.ts'
import { askingCluster } from '#app/senders/sender-cluster.ts'
import type { Sender } from '#domain/sender.ts'
import type { OwedPayments } from '#payout/owed-payments.ts'
import { type PayoutPlan, planPayout } from '#payout/plan-payout.ts'

/** Looks at what is owed and at a sender's wallet, by the first of its nodes that answers. Throws cluster_changed or rpc_unreachable. */
export function planForSender(
  { store, payouts, recipients }: AppContext,
  sender: Sender,
  payments: OwedPayments,
): Promise<PayoutPlan> {
  return askingCluster(() =>
    payouts.readerOf(sender).readSurely((rpc) => planPayout({ store, rpc, recipients }, sender, payments)),
  )
}
