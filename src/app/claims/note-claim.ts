import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'

/** Keeps a note on a claim, in its history and in the record of what operators did. Throws unknown_claim. */
export async function noteClaim({ store, now }: AppContext, id: string, text: string): Promise<void> {
  if (!(await store.claimDecisions.find(id))) throw new PortalError('unknown_claim')
  await store.operatorActions.record({ atMs: now(), action: 'note', subject: id, detail: text })
}
