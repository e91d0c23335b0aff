import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '#app/app-context.ts'
import { tokensOf } from '#app/payouts/token-names.ts'
import { countOf } from '#app/reply-values.ts'
import { listSubject } from '#app/second-secret/second-secret.ts'
import type { ListAnswer, ListPreview, ListProposal } from '#domain/list-preview.ts'
import { PortalError } from '#domain/portal-error.ts'
import { sealedUpload } from '#domain/sealed-record.ts'
import type { AskedUpload } from '#domain/snapshot.ts'
import type { SnapshotInForce } from '#store/lists/snapshots.ts'
import {
  assertAboveClaims,
  assertSound,
  describeChanges,
  type ListQuestion,
  questionList,
  type SeenList,
} from './question-list.ts'
import {
  type AllocationFile,
  type ImportedAllocations,
  publishList,
  type StagedList,
  withStagedList,
} from './stage-list.ts'

/** A list that nobody answers for is kept for so long. */
const KEPT_MS = 24 * 60 * 60_000
const ID_BYTES = 16

/** A version that is brought back. */
export interface Restored {
  id: number
  fileHash: string
}

/** What a person answered. */
export interface UploadAnswer extends ListAnswer {
  confirm?: string | undefined
  /** Asks again, whatever there is to ask. */
  lookOnly?: boolean | undefined
}

/** Whether a list that nothing has to be asked about is published at once: for scripts. A person sees each list first. */
export type PublishMode = 'if-certain' | undefined

/**
 * Reads a file, keeps it, and shows what is to be seen and said before it replaces the holder list; it is in force once it is published. With
 * `if-certain` it is published at once, all of it or nothing, where nobody loses, nothing much is added and nothing is odd: otherwise what
 * is asked is thrown as a ListQuestionError. Imports wait for each other. Throws invalid_allocation_file with what is wrong, row by row,
 * upload_given_up, and whatever reading the file throws.
 */
export function uploadAllocations(
  app: AppContext,
  { fileName, bytes }: AllocationFile,
  mode?: PublishMode,
): Promise<ImportedAllocations | ListAsked> {
  return whileKept(app, newUpload(fileName), (upload) => {
    const file = { fileName, bytes: app.store.listUploads.keep(upload.id, bytes) }
    return withStagedList<ImportedAllocations | ListAsked>(app, file, {}, (list) =>
      mode === 'if-certain' ? publishOrAsk(app, upload, list, null) : showList(app, upload, list),
    )
  })
}

/** Keeps an upload for as long as something is asked about it. Imports wait for each other. */
export function whileKept(
  app: AppContext,
  upload: AskedUpload,
  work: (upload: AskedUpload) => Promise<ImportedAllocations | ListAsked>,
): Promise<ImportedAllocations | ListAsked> {
  const { listUploads } = app.store
  return app.imports(async () => {
    await listUploads.prune(app.now() - KEPT_MS)
    await listUploads.begin(upload, app.now())
    let isAsked = false
    try {
      const answer = await work(upload)
      isAsked = 'uploadId' in answer
      return answer
    } catch (error) {
      isAsked = error instanceof ListQuestionError
      throw error
    } finally {
      // What is left behind is pruned by a later upload.
      if (!isAsked) await listUploads.remove(upload.id).catch(() => {})
    }
  })
}

/** Names an upload that nothing was asked about so far. */
export function newUpload(fileName: string, restoredId: number | null = null): AskedUpload {
  const id = randomBytes(ID_BYTES).toString('base64url')
  return { id, fileName, fileHash: '', baseSnapshotId: null, restoredId, asked: '[]' }
}

/** Keeps what is to be seen of a list, and returns it. Throws invalid_allocation_file. */
export async function showList(app: AppContext, upload: AskedUpload, list: SeenList): Promise<ListAsked> {
  await assertPublishable(app, list)
  const base = await app.store.snapshots.current()
  return await ask(app, upload, list, base, await questionList(app, list, base))
}

async function assertPublishable(app: AppContext, list: SeenList): Promise<void> {
  assertSound(app, list)
  if (list.summary.unknownColumns === null) await assertAboveClaims(app, list)
}

/** Publishes a staged list where the answer holds for all that is to be asked, or where nothing is; throws what is asked otherwise. */
export async function publishOrAsk(
  app: AppContext,
  upload: AskedUpload,
  list: StagedList,
  answer: UploadAnswer | null,
  restored: Restored | null = null,
): Promise<ImportedAllocations> {
  await assertPublishable(app, list)
  const base = await app.store.snapshots.current()
  const question = await questionList(app, list, base)
  const isOtherInForce = answer !== null && (base?.id ?? null) !== upload.baseSnapshotId
  const mayPublish = answer === null ? question.isHarmless : isAnswered(question, upload, answer)
  if (!mayPublish || isOtherInForce) {
    throw new ListQuestionError(await ask(app, upload, list, base, question), isOtherInForce)
  }
  await demandPublishing(app, list, question)
  const published = await publishList(app, list, {
    base: { snapshot: base },
    keepsClaims: true,
    ...(answer && { uploadId: upload.id }),
    action: {
      atMs: app.now(),
      action: restored ? 'restore_list' : 'publish_list',
      subject: list.summary.fileHash,
      detail: `${list.fileName}: ${[countOf(list.summary.rowCount, 'row'), describeChanges(question), ...(answer?.confirm ? [`"${answer.confirm}" was typed`] : [])].filter(Boolean).join('; ')}`,
    },
    ...(restored && { fileHash: restored.fileHash }),
  })
  if (published === 'below_claims') await assertAboveClaims(app, list)
  if (published === 'upload_dropped') throw new PortalError('no_upload')
  if (typeof published === 'string') {
    const other = await app.store.snapshots.current()
    throw new ListQuestionError(
      await ask(app, upload, list, other, await questionList(app, list, other)),
      true,
    )
  }
  if (answer) await rememberChoices(app, question.preview.columns, answer)
  // What is left behind is pruned by a later one.
  await app.store.listVersions.prune().catch(() => {})
  return published
}

/** Demands the second secret for a list that adds or raises something; with TWO_PEOPLE for each, so that it is known who published it. */
async function demandPublishing(
  { secondSecret, settings }: AppContext,
  { snapshotId, fileName, summary, root }: StagedList,
  { preview: { added, raised, isComparable } }: ListQuestion,
): Promise<void> {
  const { fileHash, rowCount, totalWei } = summary
  const total = tokensOf(totalWei, settings.coinDecimals, settings.tokenSymbol)
  const action = {
    action: 'publish_list',
    what: `publish "${fileName}": ${countOf(rowCount, 'row')}, ${total}, ${added.count} added, ${raised.count} raised`,
    facts: [fileHash, rowCount, totalWei, await root()],
  }
  if (!isComparable || added.count + raised.count > 0) await secondSecret.demand(action)
  else await secondSecret.demandPerson(action)
  await secondSecret.noteMaker(listSubject(snapshotId))
}

/** An answer holds where all that is to be seen was shown, nothing is left to choose, and the words fit. */
function isAnswered(
  { isUndecided, toSee, confirm }: ListQuestion,
  { asked }: AskedUpload,
  answer: UploadAnswer,
): boolean {
  const shown: unknown = JSON.parse(asked)
  const wasShown = (thing: string) =>
    Array.isArray(shown) && (shown.includes(thing) || shown.some((other) => hasFewerContracts(thing, other)))
  if (answer.lookOnly) return false
  return !isUndecided && toSee.every(wasShown) && (confirm === null || answer.confirm?.trim() === confirm)
}

/** A node that answers less the second time takes nothing back of what was shown. */
function hasFewerContracts(thing: string, shown: unknown): boolean {
  const countOf = (text: unknown) => Number(/^cannot_sign:(\d+)$/.exec(String(text))?.[1] ?? Number.NaN)
  return countOf(thing) < countOf(shown)
}

/** Keeps what is asked, under a seal that only the person who is asked gets. */
async function ask(
  app: AppContext,
  upload: AskedUpload,
  { summary: { fileHash } }: SeenList,
  base: SnapshotInForce | undefined,
  { preview: found, shown, confirm, isUndecided }: ListQuestion,
): Promise<ListAsked> {
  const preview = { ...found, proposed: isUndecided ? await recallChoices(app, found.columns) : null }
  const asked = { ...upload, fileHash, baseSnapshotId: base?.id ?? null, asked: JSON.stringify(shown) }
  await app.store.listUploads.ask(asked)
  return { uploadId: `${asked.id}.${uploadSeal(app, asked)}`, preview, confirm }
}

/** Remembers what a person chose for a file with these columns. Nothing depends on it: it is proposed to the next, who sees what it gives. */
export async function rememberChoices(
  { store }: AppContext,
  columns: readonly string[],
  { columns: chosen, unit, decimalMark }: ListProposal,
): Promise<void> {
  if (!chosen && !unit && !decimalMark) return
  const choices = JSON.stringify({ columns: chosen, unit, decimalMark })
  await store.listUploads.rememberChoices(keyOf(columns), choices).catch(() => {})
}

/** Reads what was chosen for a file with these columns; null where nothing was. */
async function recallChoices(
  { store }: AppContext,
  columns: readonly string[],
): Promise<ListProposal | null> {
  const stored = await store.listUploads.choicesFor(keyOf(columns))
  if (stored === undefined) return null
  const { columns: chosen, unit, decimalMark } = Object(readJson(stored))
  return {
    ...(columns.includes(chosen?.address) &&
      columns.includes(chosen?.amount) && {
        columns: { address: String(chosen.address), amount: String(chosen.amount) },
      }),
    ...((unit === 'amountUA' || unit === 'amountWei') && { unit }),
    ...((decimalMark === '.' || decimalMark === ',') && { decimalMark }),
  }
}

/** Headers may be longer than an index takes. */
function keyOf(columns: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(columns)).digest('hex')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Makes the part of an upload's id that only who was asked has: nobody who writes to the database exchanges the bytes, or what was asked,
 * between the preview and its answer.
 */
function uploadSeal({ seals }: Pick<AppContext, 'seals'>, upload: AskedUpload): string {
  return createHash('sha256')
    .update(seals.make(sealedUpload(upload)))
    .digest('base64url')
}

/** Tells whether a seal is this upload's. */
export function fitsUpload(portal: Pick<AppContext, 'seals'>, upload: AskedUpload, seal: string): boolean {
  const [expected, given] = [Buffer.from(uploadSeal(portal, upload)), Buffer.from(seal)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** What a person is asked before a list is published. */
export interface ListAsked {
  uploadId: string
  preview: ListPreview
  /** The words to type; null for none. */
  confirm: string | null
}

/** A list was not published: a person has to look at it, and to say so. */
export class ListQuestionError extends PortalError<'needs_confirmation' | 'list_published_meanwhile'> {
  readonly asked: ListAsked

  constructor(asked: ListAsked, isOtherInForce = false) {
    const { confirm } = asked
    if (isOtherInForce) super('list_published_meanwhile')
    else
      super('needs_confirmation', {
        why: 'The list was not published: look at what it changes, and at what is odd about it.',
        confirm,
      })
    this.asked = asked
  }
}
