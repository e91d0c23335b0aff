import type { AllocationReadingOptions, AllocationSummary } from '#import-export/read-allocations.ts'

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
