import type { AppContext } from '#app/app-context.ts'
import { senderTermsText } from '#domain/sender-terms.ts'
import type { SenderRow } from '#store/schema.ts'

/** Saves a sender as if it had been configured with what is changed. */
export async function saveResealed(
  { secrets, store }: AppContext,
  sender: SenderRow,
  change: Partial<SenderRow>,
): Promise<void> {
  const key = secrets.open(sender.sealedKey, senderTermsText(sender))
  const changed = { ...sender, ...change }
  await store.senders.save({ ...changed, sealedKey: secrets.seal(key, senderTermsText(changed)) })
}
