import { findUnknownPayments, type UnknownPayments } from '#payout/unknown-payments.ts'
import { payingAccount } from '#payout/wallet-history.ts'
import type { Portal } from '#portal/portal.ts'
import { askingCluster } from '#portal/sender-cluster.ts'
import type { SenderRow } from '#store/schema.ts'
import type { Store } from '#store/store.ts'

/**
 * Finds the payments of a sender that its history on the chain shows and the records lack, back to a slot; all of it where
 * none is given. A `glance` trusts the memos of the node's index. Throws rpc_unreachable.
 */
export async function unknownPaymentsOf(
  { store, payouts }: { store: Store; payouts: Pick<Portal['payouts'], 'connect'> },
  sender: SenderRow,
  { sinceSlot = -1, glance = false }: { sinceSlot?: number | undefined; glance?: boolean } = {},
): Promise<UnknownPayments> {
  const account = await payingAccount(sender)
  return askingCluster(() =>
    findUnknownPayments(payouts.connect(sender.rpc_url), store, { ...account, sinceSlot, glance }),
  )
}
