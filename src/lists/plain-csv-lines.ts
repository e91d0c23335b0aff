import { isAscii } from 'node:buffer'

const QUOTE = '"'

/** Called with the cells of each line that has any, and with its number: the first is 1. */
type OnLine = (cells: string[], line: number) => void

/**
 * Splits the lines of a CSV for as long as each of them stands for itself: ASCII, ended by LF or CRLF, and quotes, where there are any,
 * around whole fields without quotes or line breaks in them. That is most lists, at a third of the time that a parser takes for every
 * case. It gives up at the first line that is anything else, right or wrong, and leaves that one and all after it to the parser.
 */
export class PlainCsvLines {
  readonly #delimiter: string
  readonly #onLine: OnLine
  /** What was read last; the line that is not ended stands at its beginning. Used again: a file's worth of buffers would wait for the collector. */
  #buffer = Buffer.alloc(0)
  #openBytes = 0
  #lines = 0

  constructor(delimiter: string, onLine: OnLine) {
    this.#delimiter = delimiter
    this.#onLine = onLine
  }

  /** The lines that were read, blank ones too. */
  get lines(): number {
    return this.#lines
  }

  /** Reads the next bytes. Returns null, or all bytes from the first line on that it does not take. */
  read(bytes: Uint8Array): Buffer | null {
    const all = this.#joined(bytes)
    const text = all.toString('latin1')
    if (!isAscii(all)) return all
    // Whether a CR ends the line alone is seen from what comes next.
    const isPlain = !text.includes('\r') || !/\r[^\n]/.test(text)
    if (!isPlain) return all
    let start = 0
    for (;;) {
      const end = text.indexOf('\n', start)
      if (end < 0) break
      if (!this.#readLine(text.slice(start, text[end - 1] === '\r' ? end - 1 : end))) {
        return all.subarray(start)
      }
      start = end + 1
    }
    this.#openBytes = all.copy(this.#buffer, 0, start)
    return null
  }

  /** Reads a last line that is not ended. Returns as `read` does. */
  end(): Buffer | null {
    const open = this.#buffer.subarray(0, this.#openBytes)
    this.#openBytes = 0
    const text = open.toString('latin1')
    return text === '' || this.#readLine(text.replace(/\r$/, '')) ? null : open
  }

  /** Puts bytes after those of the open line. */
  #joined(bytes: Uint8Array): Buffer {
    const byteCount = this.#openBytes + bytes.length
    if (byteCount > this.#buffer.length) {
      const open = this.#buffer.subarray(0, this.#openBytes)
      this.#buffer = Buffer.alloc(byteCount)
      this.#buffer.set(open)
    }
    this.#buffer.set(bytes, this.#openBytes)
    return this.#buffer.subarray(0, byteCount)
  }

  #readLine(line: string): boolean {
    const cells = line.includes(QUOTE)
      ? splitQuoted(line, this.#delimiter)
      : splitPlain(line, this.#delimiter)
    if (cells === null) return false
    const isBlank = cells.length === 1 && cells[0] === '' && !line.includes(QUOTE)
    if (!isBlank) this.#onLine(cells, this.#lines + 1)
    this.#lines += 1
    return true
  }
}

function splitPlain(line: string, delimiter: string): string[] {
  const cells: string[] = []
  let start = 0
  for (;;) {
    const end = line.indexOf(delimiter, start)
    if (end < 0) break
    cells.push(line.slice(start, end).trim())
    start = end + 1
  }
  cells.push(line.slice(start).trim())
  return cells
}

/** Splits a line with quotes around whole fields; null where a quote stands anywhere else. */
function splitQuoted(line: string, delimiter: string): string[] | null {
  const cells: string[] = []
  for (let at = 0; at <= line.length; at++) {
    const start = afterSpace(line, at, delimiter)
    if (line[start] !== QUOTE) {
      at = endOf(line, start, delimiter)
      const cell = line.slice(start, at)
      if (cell.includes(QUOTE)) return null
      cells.push(cell.trim())
      continue
    }
    const close = line.indexOf(QUOTE, start + 1)
    if (close < 0) return null
    at = afterSpace(line, close + 1, delimiter)
    if (at < line.length && line[at] !== delimiter) return null
    cells.push(line.slice(start + 1, close))
  }
  return cells
}

function afterSpace(line: string, from: number, delimiter: string): number {
  let at = from
  while (at < line.length && line[at] !== delimiter && line[at]?.trim() === '') at += 1
  return at
}

function endOf(line: string, from: number, delimiter: string): number {
  const end = line.indexOf(delimiter, from)
  return end < 0 ? line.length : end
}
