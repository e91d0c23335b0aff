import { setImmediate } from 'node:timers/promises'
import { parseWei, type Wei } from '#domain/amounts.ts'
import type { OddThing } from '#domain/odd-thing.ts'
import type { Problem } from '#domain/portal-error.ts'
import { AllocationCheck, type AllocationRow, type LargeHolder } from './allocation-check.ts'
import type { AllocationEntry, MisshapenEntry } from './allocation-entry.ts'
import { DEFAULT_FILE_LIMITS, type FileLimits } from './file-limits.ts'
import { HashedBytes } from './hashed-bytes.ts'
import type { ListChoices, ListShape } from './list-shape/list-shape.ts'
import { readListEntries } from './list-shape/read-list-entries.ts'
import { UnknownColumnsError } from './list-shape/unknown-columns-error.ts'
import { oddSheets } from './odd-rows.ts'
import { openSheet } from './open-sheet.ts'
import { ProblemList } from './problem-list.ts'
import { readContent } from './read-content.ts'
import type { TakePlainRow } from './sheet-row.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

export type { AllocationRow }

const MAX_BATCH_ROWS = 1000
const ZERO_WEI = parseWei('0')

export interface AllocationReadingOptions {
  /** The most decimals of an amountUA: those of the coin. */
  coinDecimals: number
  limits?: Partial<FileLimits>
  /** What the operator said of the file. */
  choices?: ListChoices
}

/** Takes a row as 52 bytes: its address, and its amount as a uint256. They are used again for the next. */
export type TakeRecord = (record: Uint8Array) => void

export interface AllocationSummary {
  /** The first 100, in the order of the file; `where` is "row 17", "item 17" or "file". */
  problems: readonly Problem[]
  /** All of them. The file is good when this is 0. */
  problemCount: number
  /** SHA-256 of the bytes as given (of the gzip, where it is one), lower-case hex. */
  fileHash: string
  fileBytes: number
  /** Rows without a problem, and what they add up to. */
  rowCount: number
  totalWei: Wei
  /** What the columns were found to be; null where the file was not read so far. */
  shape: ListShape | null
  /** Set where the operator has to say which column is which. */
  unknownColumns: Pick<UnknownColumnsError, 'columns' | 'samples'> | null
  /** What the operator has to confirm. */
  odd: readonly OddThing[]
  /** The ten that have most, largest first. */
  largest: readonly LargeHolder[]
}

export interface AllocationReading {
  /**
   * The rows, in the order of the file, up to 1,000 at a time; to be read once. From the first problem on no more rows are
   * yielded, since none of them will be published, but the file is checked to its end. Leaving the loop early closes the
   * source. Errors of the source are thrown.
   */
  batches: AsyncIterable<AllocationRow[]>
  /** Returns the totals of the whole file. Throws until `batches` was read to its end. */
  summary(): AllocationSummary
}

/**
 * Reads a holder list: CSV, JSON or a workbook, plain, gzip or zip, told apart by content; with Ferry's own columns, or those of an
 * export that is known. Keeps neither the file (but for a workbook or a zip) nor the rows in memory, only the addresses (see
 * AllocationCheck), and yields to the event loop every few hundred rows. Where `takeRecord` is given, rows that are written as most are
 * come to it instead of to `batches`.
 */
export function readAllocations(
  source: AsyncIterable<Uint8Array>,
  options: AllocationReadingOptions,
  takeRecord?: TakeRecord,
): AllocationReading {
  let summary: AllocationSummary | undefined
  async function* batches(): AsyncGenerator<AllocationRow[], void, void> {
    summary = yield* readBatches(source, options, takeRecord)
  }
  return {
    batches: batches(),
    summary: () => {
      if (!summary) throw new Error('The allocations were not read to their end')
      return summary
    },
  }
}

async function* readBatches(
  source: AsyncIterable<Uint8Array>,
  options: AllocationReadingOptions,
  takeRecord: TakeRecord | undefined,
): AsyncGenerator<AllocationRow[], AllocationSummary, void> {
  const { coinDecimals, choices = {} } = options
  const limits = { ...DEFAULT_FILE_LIMITS, ...options.limits }
  const problems = new ProblemList()
  const file = new HashedBytes(source)
  const content = readContent(file, limits)
  let rowWord = 'row'
  let check: AllocationCheck | undefined
  let shape: ListShape | null = null
  let sheets: OddThing[] = []
  let unknownColumns: UnknownColumnsError | null = null
  try {
    try {
      const { sheet, rowWord: word, unread = [] } = await openSheet(content, limits)
      sheets = oddSheets(unread)
      rowWord = word
      check = new AllocationCheck(problems, rowWord, coinDecimals)
      const onShape = (found: ListShape) => {
        shape = found
      }
      const takePlain = takeRecord && plainRowsTo(takeRecord, check)
      const entries = readListEntries(sheet, { coinDecimals, choices, onShape, takePlain })
      yield* checkedBatches(entries, check, problems)
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error
      if (error instanceof UnknownColumnsError) unknownColumns = error
      problems.add(error.row === undefined ? 'file' : `${rowWord} ${error.row}`, error.message)
    }
    check?.end()
    await content.return()
    await file.drain()
  } finally {
    await content.return()
    await file.close()
  }
  return {
    problems: problems.listed,
    problemCount: problems.count,
    fileHash: file.digest(),
    fileBytes: file.byteCount,
    rowCount: check?.rowCount ?? 0,
    totalWei: check?.totalWei ?? ZERO_WEI,
    shape,
    unknownColumns: unknownColumns && { columns: unknownColumns.columns, samples: unknownColumns.samples },
    odd: [...(check?.oddThings(shape) ?? []), ...sheets],
    largest: check?.largest ?? [],
  }
}

function plainRowsTo(takeRecord: TakeRecord, check: AllocationCheck): TakePlainRow {
  return (bytes, addressStart, amountStart, amountEnd, row) => {
    const record = check.checkPlain(bytes, addressStart, amountStart, amountEnd, row)
    if (record) takeRecord(record)
    return record !== null
  }
}

async function* checkedBatches(
  chunks: AsyncIterable<(AllocationEntry | MisshapenEntry)[]>,
  check: AllocationCheck,
  problems: ProblemList,
): AsyncGenerator<AllocationRow[], void, void> {
  let isEmpty = true
  let batch: AllocationRow[] = []
  for await (const entries of chunks) {
    if (entries.length > 0) isEmpty = false
    for (const entry of entries) {
      const row = check.check(entry)
      if (row) batch.push(row)
      if (batch.length === MAX_BATCH_ROWS) {
        if (problems.count === 0) yield batch
        batch = []
      }
    }
    await setImmediate()
  }
  if (isEmpty) throw new UnreadableFileError('the file has no rows')
  if (batch.length > 0 && problems.count === 0) yield batch
}
