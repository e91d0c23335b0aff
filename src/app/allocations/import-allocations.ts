import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/app-context.ts'
import { formatDecimalUnits, parseAmountUAAsWei } from '#domain/amounts.ts'
import { sealedHolderList } from '#domain/holder-list-seal.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { PortalSettings } from '#domain/portal-settings.ts'
import type { AllocationRow } from '#import-export/allocation-check.ts'
import { type AllocationSummary, readAllocations } from '#import-export/read-allocations.ts'
import type { StagedAllocation } from '#store/snapshots.ts'

const NONCE_BYTES = 16

export interface AllocationFile {
  fileName: string
  bytes: AsyncIterable<Uint8Array>
}

export interface ImportedAllocations {
  count: number
  /** SHA-256 of the file as given. */
  fileHash: string
  /** In whole tokens. */
  totalAmountUA: string
}

/**
 * Replaces the holder list by a file's, all of it or nothing: rows are staged where nobody sees them, and published in one
 * commit once the whole file proved good. Each row is sealed, and so is the whole. Claims already made keep their amounts. Imports wait for each other.
 * Throws invalid_allocation_file with what is wrong, row by row, and whatever reading the file throws.
 */
export function importAllocations(app: AppContext, file: AllocationFile): Promise<ImportedAllocations> {
  return app.imports(() => importFile(app, file))
}

async function importFile(
  app: AppContext,
  { fileName, bytes }: AllocationFile,
): Promise<ImportedAllocations> {
  const { settings, store, now } = app
  // Kept here, not read back: what is staged can be changed in the database as well.
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const snapshotId = await store.snapshots.stage(fileName, nonce, now())
  let summary: AllocationSummary
  try {
    const reading = readAllocations(bytes, { coinDecimals: settings.coinDecimals })
    for await (const rows of reading.batches) {
      await store.snapshots.addRows(snapshotId, sealRows(app, nonce, rows))
    }
    summary = reading.summary()
    assertNoProblems(summary)
    assertWithinSupply(summary, settings)
    const { fileHash, rowCount: addressCount, totalWei } = summary
    const nowMs = now()
    const list = sealedHolderList({
      id: snapshotId,
      nonce,
      fileName: fileName,
      fileHash: fileHash,
      addressCount: addressCount,
      totalWei,
      publishedAtMs: nowMs,
    })
    const seal = app.seals.make(list)
    await store.snapshots.publish(snapshotId, { fileHash, addressCount, totalWei, nowMs, seal })
  } catch (error) {
    await store.snapshots.discard(snapshotId)
    throw error
  }
  return {
    count: summary.rowCount,
    fileHash: summary.fileHash,
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
