import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'

/** Deletes every claim, and no record of a payment. Throws run_in_progress and attempts_unresolved. */
export async function resetClaims({ store, now }: AppContext): Promise<{ message: string; deleted: number }> {
  const outcome = await store.claimDecisions.reset({
    atMs: now(),
    action: 'reset_claims',
    subject: 'all',
    detail: '',
  })
  if (typeof outcome === 'string') throw new PortalError(outcome)
  const { deleted } = outcome
  const message = deleted === 1 ? '1 claim was deleted.' : `${deleted} claims were deleted.`
  return { message, deleted }
}
