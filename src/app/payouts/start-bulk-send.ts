import type { Portal } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { queuedPayments } from '#payout/owed-payments.ts'
import { beginRun, refuseWhilePaying } from './begin-run.ts'

/** Starts paying the queued claims in the background. Throws sender_not_configured, no_queued_claims, or as beginRun does. */
export async function startBulkSend(portal: Portal): Promise<{ message: string }> {
  const { store } = portal
  const sender = await store.senders.find('bulk')
  if (!sender) throw new PortalError('sender_not_configured')
  await refuseWhilePaying(portal, sender)
  const queued = await store.claimTallies.countQueued()
  if (queued === 0 && (await store.journal.unresolved(sender.genesis_hash)).length === 0) {
    throw new PortalError('no_queued_claims')
  }
  await beginRun(portal, sender, null, queuedPayments(store.claims, sender.mint_decimals))
  return { message: `Bulk send started for ${queued} queued ${queued === 1 ? 'claim' : 'claims'}.` }
}
