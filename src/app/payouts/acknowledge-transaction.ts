import { isSignature } from '@solana/kit'
import type { AppContext } from '#app/app-context.ts'
import { askingCluster, configuredSender } from '#app/senders/configured-sender.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { SenderKind } from '#domain/sender.ts'
import { isExplainable } from '#payout/is-explainable.ts'
import { payingAccount } from '#payout/wallet-history.ts'

/**
 * Explains a transaction of a sender's wallet with a note: one that moved tokens otherwise than by a payment
 * of ours, or one that was taken over from the chain and settles nothing, which then counts against no claim.
 * Throws sender_not_configured, invalid_transaction, rpc_unreachable, and unknown_outflow, also for a payment
 * of ours: that is to be taken over.
 */
export async function acknowledgeTransaction(
  { store, payouts, now }: AppContext,
  kind: SenderKind,
  { signature, note }: { signature: string; note: string },
): Promise<void> {
  const sender = await configuredSender(store, kind)
  if (!isSignature(signature)) throw new PortalError('invalid_transaction')
  const account = payingAccount(sender)
  const isOpen =
    (await store.takeOvers.isUnmatched(sender, signature)) ||
    (await askingCluster(() =>
      payouts.readerOf(sender).read((node) => isExplainable(node, store, account, signature)),
    ))
  if (!isOpen) throw new PortalError('unknown_outflow')
  const atMs = now()
  await store.acknowledgements.record(
    { genesisHash: sender.genesisHash, signature, note, atMs },
    { atMs, action: 'acknowledge', subject: signature, detail: note },
  )
}
