import type { AppContext } from '#app/app-context.ts'
import { readNumberCursor } from '#app/cursors.ts'
import { PortalError } from '#domain/portal-error.ts'
import { sealedHolderList, sealedSupersededList } from '#domain/sealed-record.ts'
import type { Snapshot } from '#domain/snapshot.ts'
import { compareLists } from './compare-lists.ts'
import { type ListReader, readListRows } from './list-trees.ts'
import type { ImportedAllocations } from './stage-list.ts'
import { type Restored, uploadAllocations } from './upload-allocations.ts'

/** Returns a page of the versions of the holder list, newest first. Throws invalid_request on a malformed cursor. */
export async function listVersions(
  app: AppContext,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const found = await app.store.listVersions.list(limit + 1, readNumberCursor(cursor))
  const page = found.slice(0, limit)
  return {
    versions: page.map((version) => ({ version, isKept: isUnchanged(app, version) })),
    nextCursor: found.length > limit ? String(page.at(-1)?.id) : null,
  }
}

/** Compares two versions. Throws no_list where one is not kept, and holder_list_changed. */
export async function differenceOf(app: AppContext, beforeId: number, afterId: number) {
  const [before, after] = [await keptVersion(app, beforeId), await keptVersion(app, afterId)]
  const comparison = await whileKept(app, [beforeId, afterId], (reader) =>
    compareLists(reader, before, after),
  )
  return comparison.describe(app.settings.coinDecimals)
}

/**
 * Publishes an earlier version again, under a number of its own and with the root that it had; asks as an upload does. Throws no_list,
 * holder_list_changed, and what uploadAllocations throws.
 */
export async function restoreList(app: AppContext, id: number): Promise<ImportedAllocations> {
  const version = await keptVersion(app, id)
  const restored = await restoredVersion(app, id)
  return whileKept(app, [id], (reader) =>
    uploadAllocations(app, { fileName: version.fileName, bytes: rowsAsFile(reader, version) }, restored),
  )
}

/** Reads what of a version its restoring takes over; null for null. Throws no_list. */
export async function restoredVersion(app: AppContext, id: number | null): Promise<Restored | null> {
  if (id === null) return null
  const { fileHash } = await keptVersion(app, id)
  if (fileHash === null) throw new PortalError('no_list')
  return { id, fileHash }
}

async function keptVersion(app: AppContext, id: number): Promise<Snapshot> {
  const version = await app.store.listVersions.find(id)
  if (!version || !isUnchanged(app, version)) throw new PortalError('no_list')
  return version
}

/**
 * Reads versions that may be pruned meanwhile: then their rows are gone because somebody published, and not because they were changed
 * in the database. Throws no_list in place of holder_list_changed, of which nobody is told.
 */
async function whileKept<T>(
  app: AppContext,
  ids: readonly number[],
  read: (reader: ListReader) => Promise<T>,
): Promise<T> {
  const changes: string[] = []
  try {
    return await read({ ...app, onListChanged: (words) => void changes.push(words) })
  } catch (error) {
    if (changes.length > 0) await Promise.all(ids.map((id) => keptVersion(app, id)))
    for (const words of changes) app.onListChanged(words)
    throw error
  }
}

/** A version that was replaced has another seal than the one in force; one that is not kept any more has none. */
function isUnchanged({ seals }: AppContext, version: Snapshot): boolean {
  const record = version.state === 'published' ? sealedHolderList(version) : sealedSupersededList(version)
  return seals.fits(record, version.seal)
}

/** Each row is checked by its seal, and all of them by what the version counts. */
async function* rowsAsFile(reader: ListReader, version: Snapshot): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from('address,amountWei\n')
  for await (const rows of readListRows(reader, version)) {
    yield Buffer.from(rows.map(({ address, amountWei }) => `${address},${amountWei}\n`).join(''))
  }
}
