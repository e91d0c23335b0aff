import { CsvError, type Parser, parse } from 'csv-parse'
import { PlainCsvLines } from './plain-csv-lines.ts'
import {
  type FileLimits,
  formatLimit,
  joinBytes,
  peekBytes,
  type SheetRow,
  type SheetRows,
  tooManyRows,
  UnreadableFileError,
} from './read-file.ts'

const HEADER_ROWS = 1
const [TAB, LF, CR, DELETE] = [9, 10, 13, 127]
const DELIMITERS = [',', ';', '\t', '|'] as const

/** How the addresses of a list are told from its other fields. */
interface AddressFields {
  /** A field that is an address, as most exports write it. */
  field: RegExp
  /** What stands after the address in a line of a list without a header. */
  after: RegExp
}

const EVM_ADDRESSES: AddressFields = {
  field: /(?:^|[",;\t|[>])\s*(?:[a-z0-9-]{1,20}:){0,2}(?:0x|xdc)[0-9a-f]{40}(?![0-9a-f])/im,
  after: /^\s*"?(?:[a-z0-9-]{1,20}:){0,2}0x[0-9a-f]{40}"?(\s*[,;=|]|\t| +)/i,
}

export const SOLANA_ADDRESSES: AddressFields = {
  field: /(?:^|[",;\t|])\s*[1-9A-HJ-NP-Za-km-z]{32,44}(?![0-9A-Za-z])/m,
  after: /^\s*"?[1-9A-HJ-NP-Za-km-z]{32,44}"?(\s*[,;=|]|\t| +)/,
}

/**
 * Reads a CSV as rows, one array for each chunk that comes in. Comma, semicolon, tab and bar are told apart by the line of the first address
 * and the one above it, and what parts the amount from the address in a list without a header: an equals sign or spaces as well. Any line break is
 * accepted; rows without content are skipped. A row's number is the line on which it begins, as an editor numbers it: the first is
 * 1, blank ones count. Throws UnreadableFileError where the quoting is broken or a line is too long, after yielding the rows before it.
 */
export function readCsvRows(
  text: AsyncIterable<Uint8Array>,
  limits: FileLimits,
  addresses: AddressFields = EVM_ADDRESSES,
): SheetRows {
  return { names: null, isFixedWidth: true, rows: readRows(text, limits, addresses) }
}

async function* readRows(
  text: AsyncIterable<Uint8Array>,
  limits: FileLimits,
  addresses: AddressFields,
): AsyncGenerator<SheetRow[], void, void> {
  const { head, rest } = await peekBytes(
    text,
    (bytes) => bytes.length > limits.maxLineBytes || hasAddress(bytes, addresses),
  )
  const delimiter = delimiterOf(linesOf(head), addresses)
  let records: SheetRow[] = []
  let recordCount = 0
  const addRecord = (fields: string[], row: number) => {
    // Several spaces part two fields as one does.
    const cells = delimiter === ' ' ? fields.filter((field) => field !== '') : fields
    recordCount += 1
    if (recordCount > limits.maxRows + HEADER_ROWS) throw tooManyRows(limits)
    if (cells.some((cell) => cell !== '')) records.push({ row, cells })
  }
  const take = () => {
    const taken = records
    records = []
    return taken
  }
  const lines = new PlainCsvLines(delimiter, addRecord)
  let parser: AnyLines | undefined
  const nextRow = () => lines.lines + (parser?.lines ?? 0) + 1
  /** Leaves to the parser what is not plain, and all after it. */
  const read = async (rest: Buffer | null) => {
    if (rest === null) return
    parser = new AnyLines(delimiter, limits, (fields) => addRecord(fields, nextRow()))
    await parser.read(rest)
  }

  const guard = new LineLengthGuard(limits.maxLineBytes)
  const controls = new ControlGuard()
  try {
    for await (const chunk of joinBytes(head, rest)) {
      const control = controls.admit(chunk)
      const admitted = Math.min(guard.admit(chunk), control)
      const bytes = chunk.subarray(0, admitted)
      if (parser) await parser.read(bytes)
      else await read(lines.read(bytes))
      if (admitted < chunk.length)
        throw admitted === control ? controlStands(chunk[control], controls.line) : tooLong(limits, nextRow())
      yield take()
    }
    if (!parser) await read(lines.end())
    await parser?.end()
    yield take()
  } catch (error) {
    yield take()
    throw error instanceof CsvError ? brokenRecord(error, limits, nextRow()) : error
  } finally {
    parser?.close()
  }
}

/** Reads lines of every kind: also fields of several lines, and with quotes in them. */
class AnyLines {
  readonly #parser: Parser
  #recordLines = 0

  constructor(delimiter: string, limits: FileLimits, onRecord: (fields: string[]) => void) {
    this.#parser = parse({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: limits.maxLineBytes,
      // Collected here and not read from the stream, which drops the records before a broken one together with it.
      on_record: (fields: string[]) => {
        onRecord(fields)
        this.#recordLines += 1 + countLineBreaks(fields)
        return null
      },
    })
    // Every error comes to the callbacks below; without a listener it would also be thrown past them.
    this.#parser.on('error', () => {})
  }

  /** The lines of the records that were read, and blank ones. */
  get lines(): number {
    return this.#recordLines + this.#parser.info.empty_lines
  }

  read(bytes: Uint8Array): Promise<void> {
    return settled((done) => this.#parser.write(bytes, done))
  }

  end(): Promise<void> {
    return settled((done) => this.#parser.end(done))
  }

  close(): void {
    this.#parser.destroy()
  }
}

function settled(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()))
  })
}

/** Finds the first control character, which no text has, and its line. */
class ControlGuard {
  #lines = 1
  #last = 0

  /** The line of the character that was found, as an editor numbers it. */
  get line(): number {
    return this.#lines
  }

  /** Returns the place of a control character in the next bytes; their number where there is none. */
  admit(bytes: Uint8Array): number {
    for (let at = 0; at < bytes.length; at++) {
      const code = bytes[at] ?? 0
      if ((code < 32 && code !== TAB && code !== LF && code !== CR) || code === DELETE) return at
      if (code === CR || (code === LF && this.#last !== CR)) this.#lines += 1
      this.#last = code
    }
    return bytes.length
  }
}

function linesOf(head: Buffer): string[] {
  return head
    .toString()
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
}

/** True when the line of the first address has been read to its end. */
function hasAddress(head: Buffer, { field }: AddressFields): boolean {
  const text = head.toString()
  const at = text.search(field)
  return at >= 0 && /[\r\n]/.test(text.slice(at))
}

function delimiterOf(lines: readonly string[], { field, after: afterAddress }: AddressFields): string {
  const at = lines.findIndex((line) => field.test(line))
  const line = lines[at] ?? lines[0] ?? ''
  const header = lines[at - 1]
  const count = (text: string, delimiter: string) => text.replace(/"[^"]*"/g, '').split(delimiter).length
  const hasNames = header !== undefined && DELIMITERS.some((each) => count(header, each) > 1)
  const after = hasNames ? undefined : afterAddress.exec(line)?.[1]
  if (after !== undefined) return after.trim() || (after.includes('\t') ? '\t' : ' ')
  // What parts the columns parts them in both lines alike; a decimal comma stands in one of them alone.
  const fits = DELIMITERS.filter(
    (each) => header !== undefined && count(line, each) > 1 && count(line, each) === count(header, each),
  )
  const most = (among: readonly string[], text: string) =>
    among.reduce((best, each) => (count(text, each) > count(text, best) ? each : best))
  return fits.length > 0 ? most(fits, line) : most(DELIMITERS, header ?? line)
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

function controlStands(code = 0, row: number): UnreadableFileError {
  const name = code.toString(16).toUpperCase().padStart(4, '0')
  return new UnreadableFileError(
    `a control character (U+${name}) stands here: the file is damaged, or neither text in UTF-8 or UTF-16 nor a workbook (.xlsx); nothing after it was read`,
    row,
  )
}

function tooLong(limits: FileLimits, row: number): UnreadableFileError {
  return new UnreadableFileError(
    `the row is longer than ${formatLimit(limits.maxLineBytes)} bytes, which is the limit, or opens a quote that is never closed; nothing after it was read`,
    row,
  )
}

/**
 * Limits the length of a text's lines, at the cost of a few searches per chunk. A CSV parser's own limit counts only the
 * content of fields, and would let a line of a billion delimiters through.
 */
export class LineLengthGuard {
  readonly #maxLineBytes: number
  #openLineBytes = 0

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes
  }

  /** Returns how many bytes of the next chunk can be read before a line grows too long: all of them where none does. */
  admit(chunk: Uint8Array): number {
    let lineStart = -this.#openLineBytes
    while (chunk.length - lineStart > this.#maxLineBytes) {
      const lineEnd = lastLineEnd(chunk, lineStart, lineStart + this.#maxLineBytes + 1)
      if (lineEnd === null) return Math.max(lineStart + this.#maxLineBytes, 0)
      lineStart = lineEnd
    }
    this.#openLineBytes = chunk.length - (lastLineEnd(chunk, lineStart, chunk.length) ?? lineStart)
    return chunk.length
  }
}

/** Returns the index after the last line break between two indexes, or null. */
function lastLineEnd(chunk: Uint8Array, from: number, to: number): number | null {
  const start = Math.max(from, 0)
  const window = chunk.subarray(start, Math.max(to, 0))
  const last = Math.max(window.lastIndexOf(LF), window.lastIndexOf(CR))
  return last < 0 ? null : start + last + 1
}
