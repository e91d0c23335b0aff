import type { AppContext } from '#app/app-context.ts'
import type { Sender } from '#domain/sender.ts'
import { senderTermsText } from '#domain/sender-terms.ts'

/** Saves a sender as if it had been configured with what is changed. */
export async function saveResealed(
  { secrets, store }: AppContext,
  sender: Sender,
  change: Partial<Sender>,
): Promise<void> {
  const key = secrets.open(sender.sealedKey, senderTermsText(sender))
  const changed = { ...sender, ...change }
  await store.senders.save({ ...changed, sealedKey: secrets.seal(key, senderTermsText(changed)) })
}
