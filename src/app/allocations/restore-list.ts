import type { AppContext } from '#app/app-context.ts'
import { readNumberCursor } from '#app/cursors.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Snapshot } from '#domain/snapshot.ts'
import { LARGEST_HOLDERS } from '#lists/allocation-check.ts'
import type { ListShape } from '#lists/list-shape/list-shape.ts'
import { ListRecordsBuilder } from '#proofs/list-records.ts'
import { isAsPublished } from './active-allocation.ts'
import { compareLists } from './compare-lists.ts'
import { type ListReader, readListRows } from './list-trees.ts'
import type { SeenList } from './question-list.ts'
import { type ImportedAllocations, type StagedList, withStagedList } from './stage-list.ts'
import {
  type ListAsked,
  newUpload,
  type PublishMode,
  publishOrAsk,
  type Restored,
  showList,
  whileKept,
} from './upload-allocations.ts'

/** Returns a page of the versions of the holder list, newest first. Throws invalid_request on a malformed cursor. */
export async function listVersions(
  app: AppContext,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const found = await app.store.listVersions.list(limit + 1, readNumberCursor(cursor))
  const page = found.slice(0, limit)
  return {
    versions: page.map((version) => ({ version, isKept: isAsPublished(app, version) })),
    nextCursor: found.length > limit ? String(page.at(-1)?.id) : null,
  }
}

/** Compares two versions. Throws no_list where one is not kept, and holder_list_changed. */
export async function differenceOf(app: AppContext, beforeId: number, afterId: number) {
  const [before, after] = [await keptVersion(app, beforeId), await keptVersion(app, afterId)]
  const comparison = await reading(app, [beforeId, afterId], (reader) => compareLists(reader, before, after))
  return comparison.describe(app.settings.coinDecimals)
}

/**
 * Shows what an earlier version changes of the list in force; published, it has a number of its own and the root that it had. Its rows
 * were confirmed when they were published, and are not asked about again; with `if-certain` it is published at once where nobody loses.
 * Throws no_list, holder_list_changed, and what publishing throws.
 */
export async function restoreList(
  app: AppContext,
  id: number,
  mode?: PublishMode,
): Promise<ImportedAllocations | ListAsked> {
  const version = await keptVersion(app, id)
  return await whileKept(app, newUpload(version.fileName, id), (upload) =>
    mode === 'if-certain'
      ? publishRestored(app, id, (list, restored) => publishOrAsk(app, upload, list, null, restored))
      : reading(app, [id], async (reader) => showList(app, upload, await versionAsList(reader, version))),
  )
}

/**
 * Stages the rows of a version anew, and publishes them. Throws no_list, and what staging and publishing throw.
 */
export async function publishRestored(
  app: AppContext,
  id: number,
  publish: (list: StagedList, restored: Restored) => Promise<ImportedAllocations>,
): Promise<ImportedAllocations> {
  const version = await keptVersion(app, id)
  const { fileName, fileHash } = version
  if (fileHash === null) throw new PortalError('no_list')
  return await reading(app, [id], (reader) =>
    withStagedList(app, { fileName, bytes: rowsAsFile(reader, version) }, {}, (list) =>
      publish({ ...list, summary: { ...list.summary, fileHash } }, { id, fileHash }),
    ),
  )
}

async function keptVersion(app: AppContext, id: number): Promise<Snapshot> {
  const version = await app.store.listVersions.find(id)
  if (!version || !isAsPublished(app, version)) throw new PortalError('no_list')
  return version
}

/**
 * Reads versions that may be pruned meanwhile: then their rows are gone because somebody published, and not because they were changed
 * in the database. Throws no_list in place of holder_list_changed, of which nobody is told.
 */
async function reading<T>(
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

const VERSION_SHAPE: ListShape = {
  source: 'a version of the list',
  columns: ['address', 'amountWei'],
  address: 0,
  amount: 1,
  unit: 'amountWei',
  isUnitCertain: true,
  decimalMark: '.',
  isMarkCertain: true,
  hasHeader: true,
  samples: [],
}

/** Each row is checked by its seal, and all of them by what the version counts. */
async function* rowsAsFile(reader: ListReader, version: Snapshot): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from('address,amountWei\n')
  for await (const rows of readListRows(reader, version)) {
    yield Buffer.from(rows.map(({ address, amountWei }) => `${address},${amountWei}\n`).join(''))
  }
}

/** A version as a person is to see it: its rows are checked by their seals, and stand in the store already. */
async function versionAsList(reader: ListReader, version: Snapshot): Promise<SeenList> {
  const builder = new ListRecordsBuilder()
  for await (const rows of readListRows(reader, version)) for (const row of rows) builder.add(row)
  const records = builder.sorted()
  const places = records.largest(LARGEST_HOLDERS, 0, records.count, [])
  return {
    snapshotId: version.id,
    fileName: version.fileName,
    records,
    root: async () => version.root ?? '',
    summary: {
      problems: [],
      problemCount: 0,
      fileHash: version.fileHash ?? '',
      fileBytes: 0,
      rowCount: version.addressCount,
      totalWei: version.totalWei,
      shape: VERSION_SHAPE,
      unknownColumns: null,
      odd: [],
      isContradicted: false,
      isFractional: false,
      largest: places.map((place) => records.holder(place)),
    },
  }
}
