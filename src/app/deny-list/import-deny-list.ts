import type { AppContext } from '#app/app-context.ts'
import type { DeniedAddress } from '#domain/denied-address.ts'
import { PortalError } from '#domain/portal-error.ts'
import { readDenyList } from '#import-export/read-deny-list.ts'
import { UnreadableFileError } from '#import-export/unreadable-file-error.ts'
import { addAll } from './change-deny-list.ts'

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
