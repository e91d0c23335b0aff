import { createHash } from 'node:crypto'
import type { Problem } from '#domain/portal-error.ts'
import { collectBytes } from './byte-streams.ts'
import {
  DistributionCheck,
  type DistributionRow,
  type DistributionTerms,
  type HiddenRows,
} from './distribution-check.ts'
import { ProblemList, UnreadableFileError } from './file-problems.ts'
import { DEFAULT_XLSX_LIMITS, lookAtSheets, type SheetNames, type XlsxLimits } from './xlsx/open-xlsx.ts'
import { readXlsxRows } from './xlsx/read-xlsx-rows.ts'

export interface DistributionReading {
  /** The first 100, by row; `where` is "row 17" or "file". */
  problems: readonly Problem[]
  /** All of them. The file is good when this is 0. */
  problemCount: number
  /** SHA-256 of the file as given, lower-case hex. */
  fileHash: string
  /** The payments without a problem, and what they add up to. */
  rows: readonly DistributionRow[]
  totalBaseUnits: bigint
  /** The texts of the header row, which was skipped; null without one. */
  header: readonly string[] | null
  /** The sheet whose payments these are, and those that are passed over. */
  sheets: SheetNames
  /** The payments in rows that are hidden, by hand or by a filter: they are among `rows`. */
  hidden: HiddenRows
  /** Addresses that are paid in several rows: each row is paid. */
  duplicates: { address: string; rows: number[] }[]
  /** Addresses that no key can sign for: a multisig's vault, or a mistake. */
  offCurve: { address: string; rows: number[] }[]
}

/**
 * Reads an .xlsx of payments: column A of the first visible sheet holds Solana wallets, column B amounts in whole tokens. The
 * event loop goes on after every hundred rows or so. Errors of the source are thrown.
 */
export async function readDistribution(
  source: AsyncIterable<Uint8Array>,
  terms: DistributionTerms & { limits?: Partial<XlsxLimits> },
): Promise<DistributionReading> {
  const limits = { ...DEFAULT_XLSX_LIMITS, ...terms.limits }
  const problems = new ProblemList()
  const check = new DistributionCheck(problems, terms)
  const hash = createHash('sha256')
  let sheets: SheetNames = { read: '', unread: [] }
  try {
    const file = await collectBytes(hashed(source, hash), limits.maxFileBytes)
    for await (const rows of readXlsxRows(file, 2, limits)) {
      for (const row of rows) check.check(row)
    }
    if (check.rows.length === 0 && problems.count === 0) {
      throw new UnreadableFileError('the first sheet has no payments')
    }
    sheets = await lookAtSheets(file, limits)
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    problems.add(error.row === undefined ? 'file' : `row ${error.row}`, error.message)
  }
  return {
    problems: problems.listed,
    problemCount: problems.count,
    fileHash: hash.digest('hex'),
    rows: check.rows,
    totalBaseUnits: check.totalBaseUnits,
    header: check.header,
    sheets,
    hidden: check.hidden,
    duplicates: check.duplicates(),
    offCurve: check.offCurve(),
  }
}

async function* hashed(
  source: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}
