import type { AppContext } from '#app/app-context.ts'
import { type Sender, sendingKeyPlace } from '#domain/sender.ts'
import { branded, type Plain } from './plain.ts'

/** Saves a sender as if it had been configured with what is changed. */
export async function saveResealed(
  { secrets, store }: AppContext,
  sender: Sender,
  change: Partial<Plain<Sender>>,
): Promise<void> {
  const key = secrets.open(sender.sealedKey, sendingKeyPlace(sender))
  const changed = branded<Sender>({ ...sender, ...change })
  await store.senders.save({ ...changed, sealedKey: secrets.seal(key, sendingKeyPlace(changed)) })
}
