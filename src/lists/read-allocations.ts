import { pipeline } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { parseWei, type Wei } from '#domain/amounts.ts'
import type { ListWarning } from '#domain/list-warning.ts'
import type { Problem } from '#domain/portal-error.ts'
import { AllocationCheck, type AllocationRow, type LargeHolder } from './allocation-check.ts'
import type { AllocationEntry, MisshapenEntry } from './list-shape/cell-text.ts'
import {
  ContradictionError,
  type ListChoices,
  type ListShape,
  UnknownColumnsError,
} from './list-shape/list-shape.ts'
import { readListEntries } from './list-shape/read-list-entries.ts'
import { warnOfSheets } from './list-warnings.ts'
import { openSheet } from './open-sheet.ts'
import {
  DEFAULT_FILE_LIMITS,
  type FileLimits,
  formatLimit,
  HashedBytes,
  joinBytes,
  MAX_SLICE_BYTES,
  ProblemList,
  peekBytes,
  RATIO_FREE_BYTES,
  UnreadableFileError,
} from './read-file.ts'

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
  unknownColumns: Pick<UnknownColumnsError, 'columns' | 'samples' | 'why'> | null
  /** What the operator said of the file can not be true of it. */
  isContradicted: boolean
  /** What the operator has to confirm. */
  odd: readonly ListWarning[]
  /** An amount has a fraction: then they are in whole tokens. */
  isFractional: boolean
  /** The ten that have most, largest first. */
  largest: readonly LargeHolder[]
}

interface AllocationReading {
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
 * AllocationCheck), and yields to the event loop every few hundred rows.
 */
export function readAllocations(
  source: AsyncIterable<Uint8Array>,
  options: AllocationReadingOptions,
): AllocationReading {
  let summary: AllocationSummary | undefined
  async function* batches(): AsyncGenerator<AllocationRow[], void, void> {
    summary = yield* readBatches(source, options)
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
): AsyncGenerator<AllocationRow[], AllocationSummary, void> {
  const { coinDecimals, choices = {} } = options
  const limits = { ...DEFAULT_FILE_LIMITS, ...options.limits }
  const problems = new ProblemList()
  const file = new HashedBytes(source)
  const content = readContent(file, limits)
  let rowWord = 'row'
  let check: AllocationCheck | undefined
  let shape: ListShape | null = null
  let sheets: ListWarning[] = []
  let unknownColumns: UnknownColumnsError | null = null
  let isContradicted = false
  try {
    try {
      const { sheet, rowWord: word, unread = [] } = await openSheet(content, limits)
      sheets = warnOfSheets(unread)
      rowWord = word
      check = new AllocationCheck(problems, rowWord, coinDecimals, choices.leaveOut)
      const onShape = (found: ListShape) => {
        shape = found
      }
      const entries = readListEntries(sheet, { coinDecimals, choices, onShape })
      yield* checkedBatches(entries, check, problems)
      check.finish()
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error
      check?.refuseNoHolders()
      // Of a row that is wrong its own problem is told first.
      if (error instanceof UnknownColumnsError && problems.count === 0) unknownColumns = error
      isContradicted = error instanceof ContradictionError
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
    unknownColumns: unknownColumns && {
      columns: unknownColumns.columns,
      samples: unknownColumns.samples,
      why: unknownColumns.why,
    },
    isContradicted: isContradicted || (problems.count > 0 && Boolean(choices.unit ?? choices.decimalMark)),
    odd: [...(check?.listWarnings(shape) ?? []), ...sheets],
    isFractional: check?.isFractional ?? false,
    largest: check?.largest ?? [],
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

/**
 * Yields the content of a file, inflated where its first bytes say gzip, whatever its name says.
 * Inflates only as much as is read. Throws UnreadableFileError on a broken gzip and above the limits.
 */
async function* readContent(file: HashedBytes, limits: FileLimits): AsyncGenerator<Uint8Array, void, void> {
  const { head, rest } = await peekBytes(file, (bytes) => bytes.length >= 2)
  const bytes = joinBytes(head, rest)
  const content = head[0] === 0x1f && head[1] === 0x8b ? inflate(file, bytes, limits) : bytes
  let contentBytes = 0
  for await (const chunk of content) {
    contentBytes += chunk.length
    if (contentBytes > limits.maxContentBytes) {
      throw new UnreadableFileError(
        `the file holds more than ${formatLimit(limits.maxContentBytes)} bytes, which is the limit`,
      )
    }
    yield chunk
  }
}

async function* inflate(
  file: HashedBytes,
  bytes: AsyncIterable<Uint8Array>,
  limits: FileLimits,
): AsyncGenerator<Uint8Array, void, void> {
  const gunzip = createGunzip({ chunkSize: MAX_SLICE_BYTES })
  // The loop below sees the same error, whether it is the source's or zlib's.
  pipeline(bytes, gunzip, () => {})
  let inflatedBytes = 0
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
      inflatedBytes += chunk.length
      if (inflatedBytes > RATIO_FREE_BYTES && inflatedBytes > gunzip.bytesWritten * limits.maxInflateRatio) {
        throw new UnreadableFileError(
          `the gzip inflates to more than ${formatLimit(limits.maxInflateRatio)} times its compressed size, which is the limit`,
        )
      }
      yield chunk
    }
  } catch (error) {
    throw brokenGzip(error) ?? error
  } finally {
    gunzip.destroy()
  }
  // zlib ends at the first bytes that begin no further gzip member, and would drop them unseen.
  await file.drain()
  if (gunzip.bytesWritten < file.byteCount) {
    throw new UnreadableFileError('the file goes on after the end of its gzip data: it is damaged')
  }
}

function brokenGzip(error: unknown): UnreadableFileError | null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'Z_BUF_ERROR') return new UnreadableFileError('the gzip ends too early: the file was cut off')
  if (code === 'Z_DATA_ERROR' || code === 'Z_NEED_DICT') {
    return new UnreadableFileError('the gzip is damaged (its data does not check)')
  }
  return null
}
