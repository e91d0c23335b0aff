import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'

/**
 * Queues a rejected claim again, as it was, and records that. Throws unknown_claim, claim_not_rejected (its holder may have claimed
 * again), already_paid and payment_under_way.
 */
export async function undoReject({ store, now }: AppContext, id: string): Promise<void> {
  const [claim, sender] = await Promise.all([store.claimDecisions.find(id), store.senders.find('bulk')])
  const outcome = await store.claimDecisions.undoReject(id, sender?.genesisHash ?? null, {
    atMs: now(),
    action: 'undo_reject',
    subject: id,
    detail: `It had been rejected for: ${claim?.rejectReason ?? 'no reason'}`,
  })
  if (outcome !== 'done') throw new PortalError(outcome)
}
