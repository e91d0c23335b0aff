import { formatDecimalUnits, parseAmountUAAsWei } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { PortalSettings } from '#domain/portal-settings.ts'
import { type AllocationSummary, readAllocations } from '#sheets/read-allocations.ts'
import type { Portal } from './portal.ts'

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
 * commit once the whole file proved good. Claims already made keep their amounts. Imports wait for each other.
 * Throws invalid_allocation_file with what is wrong, row by row, and whatever reading the file throws.
 */
export function importAllocations(portal: Portal, file: AllocationFile): Promise<ImportedAllocations> {
  return portal.imports(() => importFile(portal, file))
}

async function importFile(
  { settings, store, now }: Portal,
  { fileName, bytes }: AllocationFile,
): Promise<ImportedAllocations> {
  const snapshotId = await store.snapshots.stage(fileName, now())
  let summary: AllocationSummary
  try {
    const reading = readAllocations(bytes, { coinDecimals: settings.coinDecimals })
    for await (const rows of reading.batches) await store.snapshots.addRows(snapshotId, rows)
    summary = reading.summary()
    refuseProblems(summary)
    refuseExcess(summary, settings)
    await store.snapshots.publish(snapshotId, {
      fileHash: summary.fileHash,
      addressCount: summary.rowCount,
      totalWei: summary.totalWei,
      nowMs: now(),
    })
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

function refuseProblems({ problemCount, problems }: AllocationSummary): void {
  if (problemCount > 0) throw new PortalError('invalid_allocation_file', { problems: problemCount }, problems)
}

/** A list in the wrong unit adds up to far more than there is. */
function refuseExcess(
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
