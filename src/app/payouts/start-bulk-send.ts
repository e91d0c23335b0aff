import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { queuedPayments } from '#payout/owed-payments.ts'
import { assertNotPaying, beginRun } from './begin-run.ts'

/** Starts paying the queued claims in the background. Throws sender_not_configured, no_queued_claims, or as beginRun does. */
export async function startBulkSend(app: AppContext): Promise<{ message: string }> {
  const { store } = app
  const sender = await store.senders.find('bulk')
  if (!sender) throw new PortalError('sender_not_configured')
  await assertNotPaying(app, sender)
  const queued = await store.claimTallies.countQueued()
  if (queued === 0 && (await store.journal.unresolved(sender.genesisHash)).length === 0) {
    throw new PortalError('no_queued_claims')
  }
  await beginRun(app, sender, null, queuedPayments(store.claims, sender.mintDecimals))
  return { message: `Bulk send started for ${queued} queued ${queued === 1 ? 'claim' : 'claims'}.` }
}
