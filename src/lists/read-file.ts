import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { giveBack } from '#domain/give-back.ts'
import type { Problem } from '#domain/portal-error.ts'

/**
 * The file can not be read any further. Used inside this module only: the message is a problem's text, and reaches the
 * caller as the last problem of the file.
 */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
  /** The row or item at which reading stopped; undefined when the problem is the file's as a whole. */
  readonly row: number | undefined

  constructor(problem: string, row?: number) {
    super(problem)
    this.row = row
  }
}

/** The largest file that is read. A real holder list comes near none of these limits. */
export interface FileLimits {
  /** The most bytes of content, after gunzip. */
  maxContentBytes: number
  /** The highest ratio of inflated to compressed size, past RATIO_FREE_BYTES. A list of 250,000 real holders reaches 2.5. */
  maxInflateRatio: number
  /** The most rows of a CSV, beside its header, or items of a JSON. */
  maxRows: number
  /** The longest line of a CSV, and the longest key or value of a JSON. */
  maxLineBytes: number
}

export const DEFAULT_FILE_LIMITS: FileLimits = {
  maxContentBytes: 1024 ** 3,
  maxInflateRatio: 200,
  maxRows: 5_000_000,
  maxLineBytes: 4096,
}

/** The ratio is not checked below this much inflated content: a small file of equal rows compresses very well. */
export const RATIO_FREE_BYTES = 1024 ** 2

export function tooManyRows({ maxRows }: FileLimits): UnreadableFileError {
  return new UnreadableFileError(`the file has more than ${formatLimit(maxRows)} rows, which is the limit`)
}

/** Says what is wrong with a line of a CSV that has more or fewer fields than the first. */
export function wrongFieldCount(count: number, expected: number): string {
  return `fields: ${count} here, ${expected} in the first row; amounts take no thousands separators`
}

/** Writes a limit for a person: "5,000,000". */
export function formatLimit(limit: number): string {
  return limit.toLocaleString('en-US')
}

const SHOWN_CHARACTERS = 50

/** Shortens a text of a file for a message. */
export function shownText(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

/** A person reads no more than this; a file of another kind altogether has a problem in every row. */
const MAX_LISTED = 100

/** Counts every problem of a file, and keeps the first hundred. */
export class ProblemList {
  readonly #listed: Problem[] = []
  #count = 0

  /** The first 100 problems, in the order of the file. */
  get listed(): readonly Problem[] {
    return this.#listed
  }

  get count(): number {
    return this.#count
  }

  add(where: string, problem: string): void {
    this.#count += 1
    if (this.#listed.length < MAX_LISTED) this.#listed.push({ where, problem })
  }
}

/** Reads a stream's first bytes, until `isEnough` says so or it ends. `rest` goes on after `head`, and can be read once. */
export async function peekBytes(
  bytes: AsyncIterable<Uint8Array>,
  isEnough: (head: Buffer) => boolean,
): Promise<{ head: Buffer; rest: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (!isEnough(head)) {
    const next = await iterator.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  return { head, rest: { [Symbol.asyncIterator]: () => iterator } }
}

/** One stream of `head` and what follows it. */
export async function* joinBytes(
  head: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  if (head.length > 0) yield head
  yield* rest
}

const BLOCK_BYTES = 1024 ** 2

/** Reads a whole file into memory, and holds it there once. Throws UnreadableFileError above the limit. */
export async function collectBytes(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const blocks: Uint8Array<ArrayBuffer>[] = []
  let byteCount = 0
  for await (const chunk of bytes) {
    if (byteCount + chunk.length > maxBytes) {
      throw new UnreadableFileError(
        `the file has more than ${formatLimit(maxBytes)} bytes, which is the limit`,
      )
    }
    for (let start = 0; start < chunk.length; ) {
      const place = byteCount % BLOCK_BYTES
      if (place === 0) blocks.push(new Uint8Array(BLOCK_BYTES))
      const part = chunk.subarray(start, start + BLOCK_BYTES - place)
      blocks.at(-1)?.set(part, place)
      byteCount += part.length
      start += part.length
    }
  }
  const file = Buffer.allocUnsafeSlow(byteCount)
  for (const [index, block] of blocks.entries()) {
    const start = index * BLOCK_BYTES
    file.set(block.subarray(0, byteCount - start), start)
    giveBack(block)
  }
  return file
}

/** The largest slice that is yielded: its parser blocks the event loop for a few milliseconds at most. */
export const MAX_SLICE_BYTES = 32 * 1024

/**
 * Hashes and counts the bytes of a file as they are read. Leaving a loop over it does not close the source: the next loop
 * goes on where the last one stopped, and `drain` reads the rest, so that hash and size are the whole file's. Errors of
 * the source are thrown to the reader.
 */
export class HashedBytes implements AsyncIterable<Uint8Array> {
  readonly #source: AsyncIterable<Uint8Array>
  readonly #slices: AsyncGenerator<Uint8Array, void, void>
  readonly #hash = createHash('sha256')
  #byteCount = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source
    this.#slices = this.#read()
  }

  /** The bytes read so far. */
  get byteCount(): number {
    return this.#byteCount
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, void, void> {
    return { next: () => this.#slices.next() }
  }

  /** Reads the rest of the source and closes it. */
  async drain(): Promise<void> {
    while (!(await this.#slices.next()).done) await setImmediate()
  }

  /** Returns the SHA-256 of the bytes read, lower-case hex. Call it once, after `drain`. */
  digest(): string {
    return this.#hash.digest('hex')
  }

  /** Closes the source, read to its end or not. */
  async close(): Promise<void> {
    if (this.#source instanceof Readable) this.#source.destroy()
    await this.#slices.return()
  }

  async *#read(): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of this.#source) {
      for (let start = 0; start < chunk.length; start += MAX_SLICE_BYTES) {
        const slice = chunk.subarray(start, start + MAX_SLICE_BYTES)
        this.#hash.update(slice)
        this.#byteCount += slice.length
        yield slice
      }
    }
  }
}

/** A number as it is written, never as a double. */
interface NumberCell {
  number: string
  /** Written as text, as JSON is: no spreadsheet has rounded its digits. */
  isWritten?: true
  /** Shown with the sign of a currency. */
  isMoney?: true
}

/** A cell as a file has it: a text; a number; or why the cell can not be used. Undefined where there is none. */
export type SheetCell = string | NumberCell | { problem: string } | undefined

/** One row of a file, whatever its format: a line of a CSV, a row of a sheet, an item of a JSON. */
export interface SheetRow {
  /** Its line in a CSV, its row in a sheet, its place in a JSON array; the first is 1. */
  row: number
  cells: readonly SheetCell[]
  /** Not seen by who opens the file. */
  isHidden?: true
  /** The sheet's columns that nobody sees who opens the file. */
  hiddenColumns?: ReadonlySet<number>
  /** Set where the row as a whole is not shaped like one. */
  problem?: string
}

/** The rows of a file, one array for each chunk that comes in. */
export interface SheetRows {
  /** The names of the columns, where the format names them itself (JSON); null where the first row may do so. It may grow. */
  names: readonly string[] | null
  /** Every row has as many cells as the first, or is damaged. */
  isFixedWidth: boolean
  rows: AsyncGenerator<SheetRow[], void, void>
  /** What a JSON states of its token's decimals, beside the rows; complete after the last of them. */
  decimals?: ReadonlySet<string>
}

/** 0 is "A", 26 is "AA". */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}
