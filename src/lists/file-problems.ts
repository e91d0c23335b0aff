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
