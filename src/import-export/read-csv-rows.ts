import { CsvError, parse } from 'csv-parse'
import { type FileLimits, formatLimit, tooManyRows } from './file-limits.ts'
import { LineLengthGuard } from './line-length-guard.ts'
import { joinBytes, peekBytes } from './peek-bytes.ts'
import type { SheetRow, SheetRows } from './sheet-row.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

const HEADER_ROWS = 1
const DELIMITERS = [',', ';', '\t'] as const

/** What stands after the address in a line of a list without a header. */
const AFTER_ADDRESS = /^\s*"?(?:[a-z0-9-]{1,20}:)?0x[0-9a-f]{40}"?(\s*[,;=]|\t| +)/i

/**
 * Reads a CSV as rows, one array for each chunk that comes in. Comma, semicolon and tab are told apart by the first
 * line, and what parts the amount from the address in a list without a header: an equals sign or spaces as well. Any line break is
 * accepted; rows without content are skipped. A row's number is the line on which it begins, as an editor numbers it: the first is
 * 1, blank ones count. Throws UnreadableFileError where the quoting is broken or a line is too long, after yielding the rows before it.
 */
export function readCsvRows(text: AsyncIterable<Uint8Array>, limits: FileLimits): SheetRows {
  return { names: null, isFixedWidth: true, rows: readRows(text, limits) }
}

async function* readRows(
  text: AsyncIterable<Uint8Array>,
  limits: FileLimits,
): AsyncGenerator<SheetRow[], void, void> {
  const { head, rest } = await peekBytes(
    text,
    (bytes) => bytes.length > limits.maxLineBytes || firstLine(bytes) !== null,
  )
  const delimiter = delimiterOf(firstLine(head) ?? head.toString())
  let records: SheetRow[] = []
  let recordCount = 0
  let recordLines = 0
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: limits.maxLineBytes,
    // Collected here and not read from the stream, which drops the records before a broken one together with it.
    on_record: (fields: string[]) => {
      // Several spaces part two fields as one does.
      const cells = delimiter === ' ' ? fields.filter((field) => field !== '') : fields
      recordCount += 1
      if (recordCount > limits.maxRows + HEADER_ROWS) throw tooManyRows(limits)
      if (cells.some((cell) => cell !== '')) records.push({ row: nextRow(), cells })
      recordLines += 1 + countLineBreaks(fields)
      return null
    },
  })
  // Every error comes to the callbacks below; without a listener it would also be thrown past them.
  parser.on('error', () => {})
  const nextRow = () => recordLines + parser.info.empty_lines + 1
  const take = () => {
    const taken = records
    records = []
    return taken
  }

  const guard = new LineLengthGuard(limits.maxLineBytes)
  try {
    for await (const chunk of joinBytes(head, rest)) {
      const admitted = guard.admit(chunk)
      await settled((done) => parser.write(chunk.subarray(0, admitted), done))
      if (admitted < chunk.length) throw tooLong(limits, nextRow())
      yield take()
    }
    await settled((done) => parser.end(done))
    yield take()
  } catch (error) {
    yield take()
    throw error instanceof CsvError ? brokenRecord(error, limits, nextRow()) : error
  } finally {
    parser.destroy()
  }
}

function settled(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()))
  })
}

/** Returns the first line that is not blank, or null while its end has not been read. */
function firstLine(head: Buffer): string | null {
  return /^\s*(\S[^\r\n]*)[\r\n]/.exec(head.toString())?.[1] ?? null
}

function delimiterOf(line: string): string {
  const after = AFTER_ADDRESS.exec(line)?.[1]
  if (after !== undefined) return after.trim() || (after.includes('\t') ? '\t' : ' ')
  const count = (delimiter: string) => line.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

function countLineBreaks(cells: string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
}

function brokenRecord(error: CsvError, limits: FileLimits, row: number): UnreadableFileError {
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return tooLong(limits, row)
    case 'CSV_QUOTE_NOT_CLOSED':
      return new UnreadableFileError(
        'a quote is opened here and never closed; nothing after it was read',
        row,
      )
    default:
      return new UnreadableFileError(
        'a quote stands in the wrong place (a field is quoted as a whole, and quotes within it are doubled); nothing after it was read',
        row,
      )
  }
}

function tooLong(limits: FileLimits, row: number): UnreadableFileError {
  return new UnreadableFileError(
    `the row is longer than ${formatLimit(limits.maxLineBytes)} bytes, which is the limit, or opens a quote that is never closed; nothing after it was read`,
    row,
  )
}
