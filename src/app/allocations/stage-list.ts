import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/app-context.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { ListWarning } from '#domain/list-warning.ts'
import { PortalError } from '#domain/portal-error.ts'
import { sealedHolderList, sealedSupersededList } from '#domain/sealed-record.ts'
import type { ContractSurvey, SurveyedContracts } from '#evm/contract-survey.ts'
import type { ListChoices } from '#lists/list-shape/list-shape.ts'
import type { AllocationSummary } from '#lists/read-allocations.ts'
import type { NewOperatorAction } from '#store/database/schema.ts'
import { type PublishOutcome, SnapshotGoneError, type SnapshotInForce } from '#store/lists/snapshots.ts'
import { objectionToList } from './active-allocation.ts'
import { type StagedRows, stageRows } from './list-trees.ts'
import { readList } from './read-list.ts'

const NONCE_BYTES = 16

/** How often an import says that it is alive, whatever the network does meanwhile. */
const BEAT_EVERY_MS = 10_000

export interface AllocationFile {
  fileName: string
  bytes: AsyncIterable<Uint8Array>
}

/** A list whose rows are in the store, where nobody sees them; only where it has no problems. */
export interface StagedList extends StagedRows {
  fileName: string
  summary: AllocationSummary
  choices: ListChoices
}

export interface ImportedAllocations {
  count: number
  /** SHA-256 of the file as given. */
  fileHash: string
  /** Of the list's Merkle tree. */
  root: string
  /** In whole tokens. */
  totalAmountUA: string
  /** What could not be checked about it, in words; left out where nothing. */
  notChecked?: string
}

interface PublishTerms {
  /** The version that is to be replaced, undefined for none; left out, any. */
  base?: { snapshot: SnapshotInForce | undefined }
  unseenWarnings?: readonly ListWarning[]
  /** Refuses a list that gives less than was claimed. */
  keepsClaims?: boolean
  /** The kept file that it is of: it must not have been dropped meanwhile. */
  uploadId?: string
  action?: NewOperatorAction
  /** The hash of the file that the list came from first, where it is restored. */
  fileHash?: string
}

/**
 * Stages a file's rows where nobody sees them, each under its seal, for as long as they are used; whatever was not published by then is
 * discarded. Throws upload_given_up, what reading the file throws, and what the use throws.
 */
export async function withStagedList<T>(
  app: AppContext,
  { fileName, bytes }: AllocationFile,
  choices: ListChoices,
  use: (list: StagedList) => Promise<T>,
): Promise<T> {
  const { settings, store, now } = app
  // Kept here, not read back: what is staged can be changed in the database as well.
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  using survey = await app.beginSurvey()
  await store.snapshots.discardUnfinished()
  const snapshotId = await store.snapshots.stage(fileName, nonce, now())
  // One that does not get through is made up for by the next: the version is given up after several alone.
  const beating = setInterval(() => void store.snapshots.beat(snapshotId).catch(() => {}), BEAT_EVERY_MS)
  try {
    // For who watches it alone.
    const onRows = (rowCount: number) =>
      void store.snapshots.noteRowsRead(snapshotId, rowCount).catch(() => {})
    await using read = await readList(bytes, { coinDecimals: settings.coinDecimals, choices }, onRows)
    const { records } = read
    const staged = { snapshotId, nonce, records, root: () => read.root() }
    const pages = read.summary.problemCount === 0 ? await stageRows(app, staged, survey) : []
    const summary = await withContracts(read.summary, survey)
    return await use({ ...staged, pages, fileName, choices, summary })
  } catch (error) {
    throw error instanceof SnapshotGoneError ? new PortalError('upload_given_up') : error
  } finally {
    clearInterval(beating)
    // A published one stays. What can not be cleared away now is by a later import or start.
    await store.snapshots.discard(snapshotId).catch(() => {})
  }
}

/** Adds the contracts that can not sign. A list that is refused anyway waits for no node. */
async function withContracts(
  summary: AllocationSummary,
  survey: ContractSurvey | null,
): Promise<AllocationSummary> {
  if (survey === null || summary.problemCount > 0) return summary
  return { ...summary, odd: [...summary.odd, ...oddContracts(await survey.finish())] }
}

/**
 * Publishes a staged list in one commit, under its seal and with the root of its Merkle tree. Returns the reason where nothing was
 * written. Throws holder_list_changed where its rows are not those that were staged.
 */
export async function publishList(
  app: AppContext,
  list: StagedList,
  {
    base,
    keepsClaims = false,
    uploadId,
    action,
    unseenWarnings = [],
    fileHash = list.summary.fileHash,
  }: PublishTerms,
): Promise<ImportedAllocations | Exclude<PublishOutcome, 'published'>> {
  const { snapshotId, nonce, fileName, summary } = list
  const { rowCount: addressCount, totalWei } = summary
  const root = await app.listTrees.rootOf(list)
  const nowMs = app.now()
  const facts = { fileHash, root, addressCount, totalWei }
  const published = { ...facts, id: snapshotId, nonce, fileName, publishedAtMs: nowMs }
  const payableCount = list.pages.reduce((sum, page) => sum + page.payableCount, 0)
  const outcome = await app.store.snapshots.publish(snapshotId, {
    ...facts,
    payableCount,
    nowMs,
    seal: app.seals.make(sealedHolderList(published)),
    keepsClaims,
    ...(unseenWarnings.length > 0 && { unseenWarnings }),
    ...(base && { replaces: base.snapshot?.id ?? null, replacedSeal: replacedSeal(app, base.snapshot) }),
    ...(uploadId !== undefined && { uploadId }),
    ...(action && { action }),
  })
  if (outcome !== 'published') return outcome
  const totalAmountUA = formatDecimalUnits(totalWei, app.settings.coinDecimals)
  const unchecked = summary.odd.find(({ kind }) => kind === 'not_checked')
  return {
    count: addressCount,
    fileHash,
    root,
    totalAmountUA,
    ...(unchecked && { notChecked: unchecked.words }),
  }
}

/** A version that was changed in the database gets none: it is not to be restored. */
function replacedSeal(app: AppContext, replaced: SnapshotInForce | undefined): string {
  if (!replaced || objectionToList(app, replaced) !== null) return ''
  return app.seals.make(sealedSupersededList(replaced))
}

/** So many contracts are named. */
const NAMED = 100

/** Says which holders are contracts that can not sign a claim, and for how many nobody could tell. */
export function oddContracts({ silent, unchecked }: SurveyedContracts): ListWarning[] {
  const things: ListWarning[] = []
  if (silent.length > 0) {
    const [who, they] =
      silent.length === 1
        ? ['1 holder is a contract that does not sign', 'it does not answer']
        : [
            `${silent.length.toLocaleString('en-US')} holders are contracts that do not sign`,
            'they do not answer',
          ]
    things.push({
      kind: 'cannot_sign',
      words: `${who}: no known contract wallet, and ${they} EIP-1271. Nobody could claim for such an address`,
      rows: silent.length,
      where: silent.slice(0, NAMED),
    })
  }
  if (unchecked !== null) {
    const { count, why } = unchecked
    things.push({
      kind: 'not_checked',
      words: `not checked: whether ${count.toLocaleString('en-US')} of the addresses are contracts that can not sign (${why})`,
      rows: count,
      where: [],
    })
  }
  return things
}
