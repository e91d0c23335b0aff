import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Payouts } from '#payout/payouts.ts'
import { reconcile } from '#payout/reconcile.ts'
import { askingCluster } from '#portal/sender-cluster.ts'
import type { SenderKind } from '#store/schema.ts'
import type { Store } from '#store/store.ts'

/**
 * Matches what the chain alone says a sender has paid with the books. Amounts in whole tokens.
 * Throws sender_not_configured or rpc_unreachable.
 */
export async function reconcileSender(
  { store, payouts }: { store: Store; payouts: Pick<Payouts, 'connect'> },
  kind: SenderKind,
  onProgress?: (read: number, of: number) => void,
) {
  const sender = await store.senders.find(kind)
  if (!sender) throw new PortalError('sender_not_configured')
  const found = await askingCluster(() =>
    reconcile(store, payouts.connect(sender.rpc_url), sender, onProgress),
  )
  const inTokens = (baseUnits: bigint) => formatDecimalUnits(baseUnits, found.mintDecimals)
  return {
    agrees: found.differences.length === 0,
    transactions: found.transactions,
    chainPayments: found.chainPayments,
    chainAmountUA: inTokens(found.chainBaseUnits),
    bookedPayments: found.bookedPayments,
    bookedAmountUA: inTokens(found.bookedBaseUnits),
    differences: found.differences.map(({ bookedBaseUnits, chainBaseUnits, ...difference }) => ({
      ...difference,
      bookedAmountUA: inTokens(bookedBaseUnits),
      chainAmountUA: inTokens(chainBaseUnits),
    })),
  }
}
