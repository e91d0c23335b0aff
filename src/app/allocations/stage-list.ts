import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/app-context.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { sealedHolderList, sealedSupersededList } from '#domain/holder-list-seal.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { AllocationRow } from '#import-export/allocation-check.ts'
import type { ListChoices } from '#import-export/list-shape/list-shape.ts'
import { type AllocationSummary, readAllocations } from '#import-export/read-allocations.ts'
import type { NewOperatorAction } from '#store/schema.ts'
import {
  type PublishOutcome,
  SnapshotGoneError,
  type SnapshotInForce,
  type StagedAllocation,
} from '#store/snapshots.ts'
import { objectionToList } from './allocation-in-force.ts'

const NONCE_BYTES = 16

/** How often an import says that it is alive, whatever the network does meanwhile. */
const BEAT_EVERY_MS = 10_000

export interface AllocationFile {
  fileName: string
  bytes: AsyncIterable<Uint8Array>
}

/** A list whose rows are in the store, where nobody sees them. */
export interface StagedList {
  snapshotId: number
  nonce: string
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
}

export interface PublishTerms {
  /** The version that is to be replaced, undefined for none; left out, any. */
  base?: { snapshot: SnapshotInForce | undefined }
  /** Refuses a list that gives less than was claimed. */
  keepsClaims?: boolean
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
  await store.snapshots.discardUnfinished()
  const snapshotId = await store.snapshots.stage(fileName, nonce, now())
  // One that does not get through is made up for by the next: the version is given up after several alone.
  const beating = setInterval(() => void store.snapshots.beat(snapshotId).catch(() => {}), BEAT_EVERY_MS)
  try {
    const reading = readAllocations(bytes, { coinDecimals: settings.coinDecimals, choices })
    for await (const rows of reading.batches) {
      await store.snapshots.addRows(snapshotId, sealRows(app, nonce, rows))
    }
    return await use({ snapshotId, nonce, fileName, choices, summary: reading.summary() })
  } catch (error) {
    throw error instanceof SnapshotGoneError ? new PortalError('upload_given_up') : error
  } finally {
    clearInterval(beating)
    // A published one stays. What can not be cleared away now is by a later import or start.
    await store.snapshots.discard(snapshotId).catch(() => {})
  }
}

/**
 * Publishes a staged list in one commit, under its seal and with the root of its Merkle tree. Returns the reason where nothing was
 * written. Throws holder_list_changed where its rows are not those that were staged.
 */
export async function publishList(
  app: AppContext,
  { snapshotId, nonce, fileName, summary }: StagedList,
  { base, keepsClaims = false, action, fileHash = summary.fileHash }: PublishTerms,
): Promise<ImportedAllocations | Exclude<PublishOutcome, 'published'>> {
  const { rowCount: addressCount, totalWei } = summary
  const root = await app.listTrees.rootOf({ id: snapshotId, nonce, addressCount, totalWei })
  const nowMs = app.now()
  const facts = { fileHash, root, addressCount, totalWei }
  const list = { ...facts, id: snapshotId, nonce, fileName, publishedAtMs: nowMs }
  const outcome = await app.store.snapshots.publish(snapshotId, {
    ...facts,
    nowMs,
    seal: app.seals.make(sealedHolderList(list)),
    keepsClaims,
    ...(base && { replaces: base.snapshot?.id ?? null, replacedSeal: replacedSeal(app, base.snapshot) }),
    ...(action && { action }),
  })
  if (outcome !== 'published') return outcome
  const totalAmountUA = formatDecimalUnits(totalWei, app.settings.coinDecimals)
  return { count: addressCount, fileHash, root, totalAmountUA }
}

/** A version that was changed in the database gets none: it is not to be restored. */
function replacedSeal(app: AppContext, replaced: SnapshotInForce | undefined): string {
  if (!replaced || objectionToList(app, replaced) !== null) return ''
  return app.seals.make(sealedSupersededList(replaced))
}

function sealRows(
  { allocationSeals }: AppContext,
  nonce: string,
  rows: readonly AllocationRow[],
): StagedAllocation[] {
  return rows.map(({ address, amountWei }) => ({
    address,
    amountWei,
    seal: allocationSeals.make(nonce, address, amountWei.toString()),
  }))
}
