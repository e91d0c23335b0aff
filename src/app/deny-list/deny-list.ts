import type { AppContext } from '#app/app-context.ts'
import { type PageQuery, pageOf, toEpochSeconds } from '#app/reply-values.ts'
import { type DeniedAddress, readDeniableAddress } from '#domain/denied-address.ts'
import { PortalError } from '#domain/portal-error.ts'
import { readDenyList } from '#lists/read-deny-list.ts'
import { UnreadableFileError } from '#lists/read-file.ts'

/** Returns a page of the deny list, by address, and how many are on it in all. */
export async function listDenied(
  { store }: AppContext,
  { q = '', limit, cursor = '' }: PageQuery & { q?: string | undefined },
) {
  const rows = await store.denyList.list({ q, after: cursor, limit: limit + 1 })
  const { page, nextCursor } = pageOf(rows, limit, ({ address }) => address)
  return {
    total: await store.denyList.count(),
    addresses: page.map(({ addedAtMs, ...entry }) => ({ ...entry, addedAt: toEpochSeconds(addedAtMs) })),
    nextCursor,
  }
}

/** Puts an address on the deny list, at once and on all servers. Throws invalid_denied_address. */
export async function denyAddress(
  app: AppContext,
  { address, source, note }: { address: string; source: string; note?: string | undefined },
): Promise<void> {
  const entry = { address: readOrRefuse(address), source, note: note ?? null, addedAtMs: app.now() }
  await addAll(app, [entry], entry.address, `${source}${note ? `: ${note}` : ''}`)
}

/** The same for all addresses of a file. */
async function addAll(
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

/** The largest file that is accepted: a hundred thousand addresses with their words. */
export const MAX_DENY_LIST_BYTES = 16 * 1024 ** 2

/** Puts all addresses of a file on the deny list, or none. Throws invalid_deny_file with what is wrong, row by row. */
export async function importDenyList(
  app: AppContext,
  { fileName, bytes }: { fileName: string; bytes: AsyncIterable<Uint8Array> },
): Promise<{ count: number }> {
  const { rows, problems } = await read(bytes)
  if (problems.length > 0) throw new PortalError('invalid_deny_file', undefined, problems)
  const addedAtMs = app.now()
  const entries = new Map<string, DeniedAddress>()
  for (const { address, source, note } of rows) {
    entries.set(address, { address, source: source ?? fileName, note, addedAtMs })
  }
  await addAll(app, [...entries.values()], fileName, `${entries.size} addresses`)
  return { count: entries.size }
}

async function read(bytes: AsyncIterable<Uint8Array>) {
  try {
    return await readDenyList(bytes)
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    return { rows: [], problems: [{ where: 'file', problem: error.message }] }
  }
}

/** Throws wallet_denied or destination_denied where one of a claim's two addresses is on the deny list. */
export async function assertNotDenied(
  { store }: Pick<AppContext, 'store'>,
  wallet: string,
  destination: string,
): Promise<void> {
  const denied = await store.denyList.oneAmong([wallet, destination])
  if (denied) throw new PortalError(denied.address === wallet ? 'wallet_denied' : 'destination_denied')
}
