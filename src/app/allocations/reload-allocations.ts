import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { AppContext } from '#app/app-context.ts'
import { countOf } from '#app/reply-values.ts'
import { type ListWarning, UNDECIDED_WARNINGS } from '#domain/list-warning.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { AllocationSummary } from '#lists/read-allocations.ts'
import { objectionToList } from './active-allocation.ts'
import { choicesOf } from './kept-lists.ts'
import { assertAboveClaims, assertSound, questionList } from './question-list.ts'
import { type AllocationFile, type ImportedAllocations, publishList, withStagedList } from './stage-list.ts'
import { type ListAsked, type PublishMode, uploadAllocations } from './upload-allocations.ts'

/**
 * Reads ALLOCATIONS_FILE again. Throws allocations_file_unset, allocations_file_unreadable, and what uploadAllocations
 * throws.
 */
export async function reloadAllocations(
  app: AppContext,
  mode?: PublishMode,
): Promise<ImportedAllocations | ListAsked> {
  if (app.allocationsFile === null) throw new PortalError('allocations_file_unset')
  return await readingFile(app.allocationsFile, (file) => uploadAllocations(app, file, mode))
}

/**
 * Clears imports that did not finish because their process ended, and loads ALLOCATIONS_FILE, where one is configured, when there is
 * no holder list yet: of servers that start at once, one loads it. Returns null when nothing was loaded. A list that was changed is
 * reported, and stays: the operator decides which one is to replace it. Throws what importFirstAllocations throws.
 */
export async function loadAllocationsAtStart(app: AppContext): ReturnType<typeof importFirstAllocations> {
  await app.store.snapshots.discardUnfinished()
  const snapshot = await app.store.snapshots.current()
  const objection = snapshot && objectionToList(app, snapshot)
  if (objection) app.onListChanged(objection)
  if (app.allocationsFile === null || snapshot) return null
  return await readingFile(app.allocationsFile, (file) => importFirstAllocations(app, file))
}

async function readingFile<T>(path: string, use: (file: AllocationFile) => Promise<T>): Promise<T> {
  await using file = await openFile(path)
  return await use({ fileName: basename(path), bytes: file.createReadStream({ autoClose: false }) })
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path)
    if ((await file.stat()).isFile()) return file
    await file.close()
  } catch {
    // The operator's remedy is the same for every reason.
  }
  throw new PortalError('allocations_file_unreadable', { path })
}

/**
 * Publishes a file's list where there is none in force, and nobody to ask; null, and nothing is changed, where there is one by the time the
 * file is read. A list whose columns, unit or decimal mark may be two things is refused, unless ALLOCATIONS_CONFIRM says which; what else
 * a preview would ask is returned, and kept with the list for the panel. Imports
 * wait for each other. Throws invalid_allocation_file with what is wrong, row by row, upload_given_up, and whatever reading the file throws.
 */
function importFirstAllocations(
  app: AppContext,
  file: AllocationFile,
): Promise<(ImportedAllocations & { odd: readonly ListWarning[] }) | null> {
  return app.imports(() =>
    withStagedList(app, file, choicesOf(app.allocationsAnswer), async (list) => {
      const { summary } = list
      if (summary.problemCount > 0) refuse(summary.problemCount, withAnswer(summary))
      assertDecided(summary)
      assertSound(app, list)
      const { odd } = (await questionList(app, list, undefined)).preview
      const action = {
        atMs: app.now(),
        action: 'publish_list',
        subject: summary.fileHash,
        detail: `${list.fileName}: ${countOf(summary.rowCount, 'row')}; loaded at a start, where there was no list`,
      } as const
      const terms = { base: { snapshot: undefined }, keepsClaims: true, unseenWarnings: odd, action }
      const published = await publishList(app, list, terms)
      if (published === 'below_claims') await assertAboveClaims(app, list)
      return typeof published === 'string' ? null : { ...published, odd }
    }),
  )
}

/** What a number means is not guessed: a list whose unit or decimal mark may be two things is refused. */
function assertDecided({ odd }: AllocationSummary): void {
  const undecided = odd.filter(({ kind }) => UNDECIDED_WARNINGS.includes(kind))
  if (undecided.length === 0) return
  const problems = undecided.map(({ words }) => ({
    where: 'file',
    problem: `${words}. ${HOW_TO_ANSWER}`,
  }))
  refuse(problems.length, problems)
}

const HOW_TO_ANSWER =
  'Say it in ALLOCATIONS_CONFIRM, such as {"unit":"amountWei","mark":".","leaveOut":[15]}, or correct the file'

/** Names the way to say which columns are meant. */
function withAnswer({ problems, unknownColumns }: AllocationSummary): AllocationSummary['problems'] {
  if (unknownColumns === null) return problems
  const way = 'in ALLOCATIONS_CONFIRM: {"columns":{"address":"…","amount":"…"}}'
  return problems.map(({ where, problem }) => ({ where, problem: `${problem}. It is said ${way}` }))
}

function refuse(problems: number, details: AllocationSummary['problems']): never {
  throw new PortalError('invalid_allocation_file', { problems }, details)
}
