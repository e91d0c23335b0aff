import { PortalError } from '#domain/portal-error.ts'
import type { Sender, SenderKind } from '#domain/sender.ts'
import type { Store } from '#store/store.ts'

/** Throws sender_not_configured or standalone_not_configured. */
export async function configuredSender(
  { senders }: Pick<Store, 'senders'>,
  kind: SenderKind,
): Promise<Sender> {
  const sender = await senders.find(kind)
  if (sender) return sender
  throw new PortalError(kind === 'bulk' ? 'sender_not_configured' : 'standalone_not_configured')
}
