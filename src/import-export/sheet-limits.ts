import { UnreadableFileError } from './unreadable-file-error.ts'

/** What a file may grow to before its reading is stopped. None of these is near what an honest holder list needs. */
export interface SheetLimits {
  /** The most bytes of content, after gunzip. */
  maxContentBytes: number
  /** How many times its compressed size a gzip may inflate to, once past RATIO_FREE_BYTES. A list of 250,000 real holders reaches 2.5. */
  maxInflateRatio: number
  /** The most rows of a CSV, beside its header, or items of a JSON. */
  maxRows: number
  /** The longest line of a CSV, and the longest key or value of a JSON. */
  maxLineBytes: number
}

export const DEFAULT_SHEET_LIMITS: SheetLimits = {
  maxContentBytes: 1024 ** 3,
  maxInflateRatio: 200,
  maxRows: 5_000_000,
  maxLineBytes: 4096,
}

/** Below this much inflated content the ratio is not looked at: a small file of equal rows compresses very well. */
export const RATIO_FREE_BYTES = 1024 ** 2

export function tooManyRows({ maxRows }: SheetLimits): UnreadableFileError {
  return new UnreadableFileError(`the file has more than ${formatLimit(maxRows)} rows, which is the limit`)
}

/** A limit as a person reads it: "5,000,000". */
export function formatLimit(limit: number): string {
  return limit.toLocaleString('en-US')
}
