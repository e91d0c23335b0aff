import type { AppContext } from '#app/app-context.ts'
import { type DeniedAddress, readDeniableAddress } from '#domain/denied-address.ts'
import { PortalError } from '#domain/portal-error.ts'

/** Puts an address on the deny list, at once and on all servers. Throws invalid_denied_address. */
export async function denyAddress(
  app: AppContext,
  { address, source, note }: { address: string; source: string; note?: string | undefined },
): Promise<void> {
  const entry = { address: readOrRefuse(address), source, note: note ?? null, addedAtMs: app.now() }
  await addAll(app, [entry], entry.address, `${source}${note ? `: ${note}` : ''}`)
}

/** The same for all addresses of a file. */
export async function addAll(
  { store, now }: AppContext,
  entries: readonly DeniedAddress[],
  subject: string,
  detail: string,
): Promise<void> {
  await store.denyList.add(entries, { atMs: now(), action: 'deny_addresses', subject, detail })
}

/** Takes an address off the deny list. Throws invalid_denied_address and not_denied. */
export async function allowAddress({ store, now }: AppContext, text: string): Promise<void> {
  const address = readOrRefuse(text)
  const [denied] = await store.denyList.among([address])
  const detail = denied ? `It was on it by ${denied.source}` : ''
  const action = { atMs: now(), action: 'allow_addresses', subject: address, detail } as const
  if (!(await store.denyList.remove(address, action))) throw new PortalError('not_denied')
}

function readOrRefuse(text: string): string {
  const address = readDeniableAddress(text.trim())
  if (address === null) throw new PortalError('invalid_denied_address')
  return address
}
