import type { SecretBox } from '#domain/secret-box.ts'
import { StartRefusedError } from '#domain/start-refused-error.ts'
import type { Store } from '#store/store.ts'
import { unreadableWords } from './senders/configured-sender.ts'

const OTHER_KEY = `SECRETS_KEY is not the one that this database belongs to. What was sealed with that one could not be opened, and every claim would be taken for changed. Start Ferry with that key: all servers of one database have the same. Where "npm run rotate-key" was interrupted, run it again. If it is lost for good, "npm run replace-key" binds the database to this one; docs/operations/lost-key.md says what is lost with it.`

/**
 * Binds a store to its SECRETS_KEY at the first start, and throws StartRefusedError at a start with another one, as that of a server beside it
 * with a key file of its own. A store that is bound to none, but holds a sender that the key does not open, has another one too.
 */
export async function assertOwnKey(
  { identity, senders }: Pick<Store, 'identity' | 'senders'>,
  fingerprint: string,
  secrets: Pick<SecretBox, 'open'>,
): Promise<void> {
  if ((await identity.fingerprint()) === fingerprint) return
  for (const kind of ['bulk', 'standalone'] as const) {
    const sender = await senders.find(kind)
    if (sender && unreadableWords(secrets, sender) !== null) throw new StartRefusedError(OTHER_KEY)
  }
  if ((await identity.bind(fingerprint)) !== fingerprint) throw new StartRefusedError(OTHER_KEY)
}
