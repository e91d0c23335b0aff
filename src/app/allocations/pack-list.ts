import {
  type AllocationReadingOptions,
  type AllocationSummary,
  readAllocations,
} from '#import-export/read-allocations.ts'
import { type ListRecords, ListRecordsBuilder } from '#proofs/list-records.ts'

export interface PackedList {
  summary: AllocationSummary
  /** All rows in ascending order of their addresses; incomplete where the file has problems. */
  records: ListRecords
}

/** After so many rows it is told that they were read. */
const TELL_EVERY = 20_000

/**
 * Reads a holder list whole: what it is, and its rows, packed and in order; tells now and then how many it has. Throws what reading the source
 * throws.
 */
export async function packList(
  source: AsyncIterable<Uint8Array>,
  options: AllocationReadingOptions,
  onRows: (rowCount: number) => void = () => {},
): Promise<PackedList> {
  const builder = new ListRecordsBuilder()
  let rowCount = 0
  const { batches, summary } = readAllocations(source, options)
  for await (const rows of batches) {
    for (const row of rows) {
      builder.add(row)
      rowCount += 1
      if (rowCount % TELL_EVERY === 0) onRows(rowCount)
    }
  }
  return { summary: summary(), records: builder.sorted() }
}
