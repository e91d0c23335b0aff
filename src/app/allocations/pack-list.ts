import {
  type AllocationReadingOptions,
  type AllocationSummary,
  readAllocations,
} from '#lists/read-allocations.ts'
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

/** What the thread that reads a list is given at its start. */
export type ListWorkerData = AllocationReadingOptions

/** A slice of the file, null after the last. */
export type ListWorkerInput = Uint8Array | null

/** What it tells: the bytes and rows it has read, then what the list is, and then the root of its rows. */
export type ListWorkerOutput =
  | { kind: 'read'; byteCount: number }
  | { kind: 'rows'; rowCount: number }
  | { kind: 'list'; summary: AllocationSummary; records: Uint8Array<SharedArrayBuffer> }
  | { kind: 'root'; root: string }
