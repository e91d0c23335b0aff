import type { AppContext } from '#app/app-context.ts'
import { type PageQuery, pageOf, readNumberCursor } from '#app/reply-values.ts'
import type { ListAnswer } from '#domain/list-preview.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { AskedUpload, Snapshot } from '#domain/snapshot.ts'
import { LARGEST_HOLDERS } from '#lists/allocation-check.ts'
import type { ListChoices, ListShape } from '#lists/list-shape/list-shape.ts'
import { ListRecordsBuilder } from '#proofs/list-records.ts'
import { isAsPublished } from './active-allocation.ts'
import { compareLists } from './compare-lists.ts'
import { type ListReader, readListRows } from './list-trees.ts'
import type { SeenList } from './question-list.ts'
import { type ImportedAllocations, type StagedList, withStagedList } from './stage-list.ts'
import {
  fitsUpload,
  type ListAsked,
  newUpload,
  type PublishMode,
  publishOrAsk,
  type Restored,
  showList,
  type UploadAnswer,
  whileKept,
} from './upload-allocations.ts'

/** Returns a page of the versions of the holder list, newest first. Throws invalid_request on a malformed cursor. */
export async function listVersions(app: AppContext, { limit, cursor }: PageQuery) {
  const found = await app.store.listVersions.list(limit + 1, readNumberCursor(cursor))
  const { page, nextCursor } = pageOf(found, limit, ({ id }) => String(id))
  return { versions: page.map((version) => ({ version, isKept: isAsPublished(app, version) })), nextCursor }
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
async function publishRestored(
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

/**
 * Publishes a list that was asked about, as it was shown: the kept bytes are read again, with the choices, and whatever is found that was
 * not shown is asked anew. Throws no_upload, what uploadAllocations throws, and list_published_meanwhile.
 */
export function publishUpload(
  app: AppContext,
  uploadId: string,
  answer: UploadAnswer,
): Promise<ImportedAllocations> {
  return app.imports(async () => {
    const { upload, seal } = await keptUpload(app, uploadId)
    const publish = (list: StagedList, restored: Restored | null = null) => {
      assertAsShown(app, upload, seal, list)
      return publishOrAsk(app, upload, list, answer, restored)
    }
    const choices = choicesOf(answer)
    if (upload.restoredId !== null) {
      if (Object.keys(choices).length > 0)
        throw new PortalError('contradicts_file', { problems: 1 }, [OF_VERSION])
      return publishRestored(app, upload.restoredId, publish)
    }
    const file = { fileName: upload.fileName, bytes: app.store.listUploads.bytes(upload.id) }
    return withStagedList(app, file, choices, publish)
  })
}

const OF_VERSION = {
  where: 'file',
  problem: 'an earlier version is published as it was: it takes no unit, columns, mark or rows to leave out',
}

/** What an answer says of how a file is to be read. */
export function choicesOf({
  columns,
  unit,
  mark,
  decimalMark = mark,
  leaveOut = [],
}: ListAnswer): ListChoices {
  return {
    ...(columns && { columns }),
    ...(unit && { unit }),
    ...(decimalMark && { decimalMark }),
    ...(leaveOut.length > 0 && { leaveOut }),
  }
}

/** Drops a list that was asked about. Throws no_upload. */
export async function discardUpload(app: AppContext, uploadId: string): Promise<void> {
  const { upload } = await keptUpload(app, uploadId)
  if (!(await app.store.listUploads.remove(upload.id))) throw new PortalError('no_upload')
  await app.store.operatorActions.record({
    atMs: app.now(),
    action: 'discard_upload',
    subject: upload.fileHash,
    detail: upload.fileName,
  })
}

async function keptUpload(
  { store }: AppContext,
  uploadId: string,
): Promise<{ upload: AskedUpload; seal: string }> {
  const at = uploadId.indexOf('.')
  const upload = at < 0 ? undefined : await store.listUploads.find(uploadId.slice(0, at))
  if (!upload) throw new PortalError('no_upload')
  return { upload, seal: uploadId.slice(at + 1) }
}

/** Throws no_upload where the kept bytes, or what was asked of them, are not what the person saw who holds the seal. */
function assertAsShown(app: AppContext, upload: AskedUpload, seal: string, { summary }: StagedList): void {
  if (fitsUpload(app, { ...upload, fileHash: summary.fileHash }, seal)) return
  throw new PortalError('no_upload')
}
