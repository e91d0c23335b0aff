import { PortalError } from '#domain/portal-error.ts'
import type { SenderKind, SenderRow } from '#store/schema.ts'
import type { Store } from '#store/store.ts'

/** Throws sender_not_configured or standalone_not_configured. */
export async function configuredSender(
  { senders }: Pick<Store, 'senders'>,
  kind: SenderKind,
): Promise<SenderRow> {
  const sender = await senders.find(kind)
  if (sender) return sender
  throw new PortalError(kind === 'bulk' ? 'sender_not_configured' : 'standalone_not_configured')
}
