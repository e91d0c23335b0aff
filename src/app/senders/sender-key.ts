import { PortalError } from '#domain/portal-error.ts'
import { SealBrokenError } from '#domain/seal-broken-error.ts'
import type { SecretBox } from '#domain/secret-box.ts'
import type { Sender } from '#domain/sender.ts'
import { sendingKeyPlace } from '#domain/sender-terms.ts'

/** Opens a sender's key. Throws sender_unreadable where it was sealed with another SECRETS_KEY, or the sender is not as it was configured. */
export function openSenderKey(secrets: Pick<SecretBox, 'open'>, sender: Sender): Uint8Array {
  try {
    return secrets.open(sender.sealedKey, sendingKeyPlace(sender))
  } catch (error) {
    if (error instanceof SealBrokenError) throw new PortalError('sender_unreadable')
    throw error
  }
}

/** Says in words why a sender's key can not be opened; null where it can. */
export function unreadableWords(secrets: Pick<SecretBox, 'open'>, sender: Sender): string | null {
  try {
    openSenderKey(secrets, sender).fill(0)
    return null
  } catch (error) {
    if (error instanceof PortalError) return error.message
    throw error
  }
}
