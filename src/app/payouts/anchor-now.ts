import type { AppContext } from '#app/app-context.ts'
import { askingCluster, configuredSender } from '#app/senders/configured-sender.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import { ANCHOR_CONFIRMATION } from '#domain/records-behind.ts'
import type { SenderKind } from '#domain/sender.ts'
import { payingAccount } from '#payout/paying-account.ts'
import { findUnknownPayments } from '#payout/records/unknown-payments.ts'
import type { Store } from '#store/store.ts'

/**
 * Settles the history of a sender's wallet up to now, once an operator types that no Ferry paid from it: it is
 * never searched for payments of ours. A payment whose memo the node shows contradicts that. Throws
 * sender_not_configured, rpc_unreachable, anchor_unconfirmed, records_behind_chain, wallet_has_paid where these
 * records know the wallet, or run_in_progress.
 */
export async function anchorNow(
  portal: { store: Store; payouts: Pick<AppContext['payouts'], 'readerOf'>; now(): number },
  kind: SenderKind,
  confirm: string,
): Promise<void> {
  const { store, payouts, now } = portal
  const sender = await configuredSender(store, kind)
  if (confirm !== ANCHOR_CONFIRMATION) throw new PortalError('anchor_unconfirmed')
  if (!(await store.recordsBehind.isUnknown(sender))) throw new PortalError('wallet_has_paid')
  const { slot, shown } = await askingCluster(() =>
    payouts.readerOf(sender).readSurely(async (node) => {
      const { slot } = await node.finalizedPosition()
      const account = { ...payingAccount(sender), sinceSlot: -1 }
      return { slot, shown: await findUnknownPayments(node, store, { ...account, glance: true }) }
    }),
  )
  if (shown.payments > 0) {
    const amountUA = formatDecimalUnits(shown.baseUnits, sender.mintDecimals)
    throw new PortalError('records_behind_chain', { payments: shown.payments, amountUA })
  }
  const outcome = await store.acknowledgements.anchorNow(sender, slot, {
    atMs: now(),
    action: 'anchor_now',
    subject: sender.walletAddress,
    detail: `"${confirm}" was typed: the wallet's history up to slot ${slot} is never searched for payments`,
  })
  if (outcome !== 'done') throw new PortalError(outcome)
}
