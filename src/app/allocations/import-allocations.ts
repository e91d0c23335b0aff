import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/app-context.ts'
import { formatDecimalUnits, parseAmountUAAsWei } from '#domain/amounts.ts'
import { sealedHolderList } from '#domain/holder-list-seal.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { PortalSettings } from '#domain/portal-settings.ts'
import type { AllocationRow } from '#import-export/allocation-check.ts'
import { type AllocationSummary, readAllocations } from '#import-export/read-allocations.ts'
import { SnapshotGoneError, type StagedAllocation } from '#store/snapshots.ts'

const NONCE_BYTES = 16

/** How often an import says that it is alive, whatever the network does meanwhile. */
const BEAT_EVERY_MS = 10_000

export interface AllocationFile {
  fileName: string
  bytes: AsyncIterable<Uint8Array>
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

/**
 * Replaces the holder list by a file's, all of it or nothing: rows are staged where nobody sees them, and published in one
 * commit once the whole file proved good. Each row is sealed, and so is the whole. Claims already made keep their amounts. Imports wait for each other.
 * Throws invalid_allocation_file with what is wrong, row by row, upload_given_up, and whatever reading the file throws.
 */
export async function importAllocations(app: AppContext, file: AllocationFile): Promise<ImportedAllocations> {
  const imported = await app.imports(() => importFile(app, file, false))
  if (imported === null) throw new Error('Nothing was asked to be the first')
  return imported
}

/** Does the same where there is no list in force; null, and nothing is changed, where there is one by the time the file is read. */
export function importFirstAllocations(
  app: AppContext,
  file: AllocationFile,
): Promise<ImportedAllocations | null> {
  return app.imports(() => importFile(app, file, true))
}

async function importFile(
  app: AppContext,
  { fileName, bytes }: AllocationFile,
  onlyIfFirst: boolean,
): Promise<ImportedAllocations | null> {
  const { settings, store, now } = app
  // Kept here, not read back: what is staged can be changed in the database as well.
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  await store.snapshots.discardUnfinished()
  const snapshotId = await store.snapshots.stage(fileName, nonce, now())
  let summary: AllocationSummary
  let root: string
  // One that does not get through is made up for by the next: the version is given up after several alone.
  const beating = setInterval(() => void store.snapshots.beat(snapshotId).catch(() => {}), BEAT_EVERY_MS)
  try {
    const reading = readAllocations(bytes, { coinDecimals: settings.coinDecimals })
    for await (const rows of reading.batches) {
      await store.snapshots.addRows(snapshotId, sealRows(app, nonce, rows))
    }
    summary = reading.summary()
    assertNoProblems(summary)
    assertDecided(summary)
    assertWithinSupply(summary, settings)
    const { fileHash, rowCount: addressCount, totalWei } = summary
    root = await app.listTrees.rootOf({ id: snapshotId, nonce, addressCount, totalWei })
    const nowMs = now()
    const list = sealedHolderList({
      id: snapshotId,
      nonce,
      fileName,
      fileHash,
      root,
      addressCount,
      totalWei,
      publishedAtMs: nowMs,
    })
    const seal = app.seals.make(list)
    const facts = { fileHash, root, addressCount, totalWei, nowMs, seal, onlyIfFirst }
    const isPublished = await store.snapshots.publish(snapshotId, facts)
    if (!isPublished) {
      await store.snapshots.discard(snapshotId)
      return null
    }
  } catch (error) {
    // What can not be cleared away now is by a later import or start.
    await store.snapshots.discard(snapshotId).catch(() => {})
    throw error instanceof SnapshotGoneError ? new PortalError('upload_given_up') : error
  } finally {
    clearInterval(beating)
  }
  return {
    count: summary.rowCount,
    fileHash: summary.fileHash,
    root,
    totalAmountUA: formatDecimalUnits(summary.totalWei, settings.coinDecimals),
  }
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

function assertNoProblems({ problemCount, problems }: AllocationSummary): void {
  if (problemCount > 0) throw new PortalError('invalid_allocation_file', { problems: problemCount }, problems)
}

/** What a number means is not guessed: a list whose unit or decimal mark may be two things is refused. */
function assertDecided({ odd }: AllocationSummary): void {
  const undecided = odd.filter(({ kind }) => kind === 'unit_unknown' || kind === 'decimal_mark')
  if (undecided.length === 0) return
  const problems = undecided.map(({ words }) => ({
    where: 'file',
    problem: `${words}. Name the column amountWei or amountUA, and write amounts with a point before their fraction and no thousands separators`,
  }))
  throw new PortalError('invalid_allocation_file', { problems: problems.length }, problems)
}

/** A list in the wrong unit adds up to far more than there is. */
function assertWithinSupply(
  { totalWei }: AllocationSummary,
  { coinDecimals, expectedSupplyUA }: PortalSettings,
): void {
  if (expectedSupplyUA === null || totalWei <= parseAmountUAAsWei(expectedSupplyUA, coinDecimals)) return
  const total = formatDecimalUnits(totalWei, coinDecimals)
  throw new PortalError('invalid_allocation_file', { problems: 1 }, [
    {
      where: 'file',
      problem: `it adds up to ${total}, more than the expected supply of ${expectedSupplyUA}: check whether its amounts are in the unit that its header names`,
    },
  ])
}
