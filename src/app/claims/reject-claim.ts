import type { AppContext } from '#app/app-context.ts'
import { assertDecided } from './decide-claim.ts'

/** Rejects a queued claim; its holder is shown the reason. Throws unknown_claim, claim_not_queued and payment_under_way. */
export async function rejectClaim({ store, now }: AppContext, id: string, reason: string): Promise<void> {
  const action = { atMs: now(), action: 'reject', subject: id, detail: reason } as const
  assertDecided(await store.claimDecisions.reject(id, reason, action))
}
