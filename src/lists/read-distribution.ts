import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Problem } from '#domain/portal-error.ts'
import { collectBytes } from './byte-streams.ts'
import {
  DistributionCheck,
  type DistributionRow,
  type DistributionTerms,
  type HiddenRows,
} from './distribution-check.ts'
import { ProblemList, UnreadableFileError, wrongFieldCount } from './file-problems.ts'
import { detectFormat, readXlsxSheet } from './open-sheet.ts'
import { findPaymentColumns, type PaymentColumns } from './payment-columns.ts'
import { readCsvRows, SOLANA_ADDRESSES } from './read-csv-rows.ts'
import type { SheetRow, SheetRows } from './sheet-row.ts'
import {
  DEFAULT_XLSX_LIMITS,
  lookAtSheets,
  openXlsx,
  type SheetNames,
  type XlsxLimits,
} from './xlsx/open-xlsx.ts'

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
  /** The names of the two columns, where a row names them, which was skipped; null without one. */
  header: readonly string[] | null
  /** What a person has to have seen of how the columns were read, in sentences. */
  doubts: readonly string[]
  /** The sheet whose payments these are, and those that are passed over; null for a CSV. */
  sheets: SheetNames | null
  /** The payments in rows that are hidden, by hand or by a filter: they are among `rows`. */
  hidden: HiddenRows
  /** Addresses that are paid in several rows: each row is paid. */
  duplicates: { address: string; rows: number[] }[]
  /** Addresses that no key can sign for: a multisig's vault, or a mistake. */
  offCurve: { address: string; rows: number[] }[]
}

export type DistributionFormat = 'xlsx' | 'csv'

const MAX_LINE_BYTES = 4096

/** So many rows decide what the columns are. */
const TOP_ROWS = 200

/**
 * Reads payments to Solana wallets, in whole tokens, from a CSV or the first visible sheet of an .xlsx: by the names of its columns, else
 * columns A and B. The event loop goes on after every hundred rows or so. Errors of the source are thrown.
 */
export async function readDistribution(
  source: AsyncIterable<Uint8Array>,
  terms: DistributionTerms & { format?: DistributionFormat; limits?: Partial<XlsxLimits> },
): Promise<DistributionReading> {
  const limits = { ...DEFAULT_XLSX_LIMITS, ...terms.limits }
  const problems = new ProblemList()
  const check = new DistributionCheck(problems, terms)
  const hash = createHash('sha256')
  let sheets: SheetNames | null = null
  let columns: PaymentColumns | null = null
  try {
    const file = await collectBytes(hashed(source, hash), limits.maxFileBytes)
    const isCsv = terms.format === 'csv'
    const { rows, isFixedWidth } = isCsv
      ? await openCsv(file, limits)
      : readXlsxSheet(await openXlsx(file, limits), limits)
    const top: SheetRow[] = []
    const begin = (): void => {
      columns = findPaymentColumns(top)
      checkRows(top.splice(0).slice(columns.skipped), columns)
    }
    const checkRows = (page: readonly SheetRow[], found: PaymentColumns): void => {
      for (const row of page) {
        const { length } = row.cells
        const isDamaged = isFixedWidth && length !== found.width
        found.others.add(row)
        check.check(isDamaged ? { ...row, problem: wrongFieldCount(length, found.width) } : row, found)
      }
    }
    for await (const page of rows) {
      if (columns === null) top.push(...page)
      else checkRows(page, columns)
      if (columns === null && top.length >= TOP_ROWS) begin()
    }
    if (columns === null) begin()
    if (check.rows.length === 0 && problems.count === 0) {
      throw new UnreadableFileError(`the ${isCsv ? 'file' : 'first sheet'} has no payments`)
    }
    if (!isCsv) sheets = await lookAtSheets(file, limits)
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    problems.add(error.row === undefined ? 'file' : `row ${error.row}`, error.message)
  }
  const { header = null, doubts } = (columns ?? {}) as Partial<PaymentColumns>
  return {
    problems: problems.listed,
    problemCount: problems.count,
    fileHash: hash.digest('hex'),
    rows: check.rows,
    totalBaseUnits: check.totalBaseUnits,
    header,
    doubts: [...(doubts?.() ?? []), ...doubtAboutMarks(check)],
    sheets,
    hidden: check.hidden,
    duplicates: check.duplicates(),
    offCurve: check.offCurve(),
  }
}

/** In UTF-8 or UTF-16. Throws UnreadableFileError where the file is something else. */
async function openCsv(file: Buffer, { maxFileBytes, maxRows }: XlsxLimits): Promise<SheetRows> {
  const { format, text } = await detectFormat(Readable.from([file]))
  if (format !== 'csv') throw new UnreadableFileError('the file is no CSV')
  const limits = { maxContentBytes: maxFileBytes, maxInflateRatio: 1, maxRows, maxLineBytes: MAX_LINE_BYTES }
  return readCsvRows(text, limits, SOLANA_ADDRESSES)
}

function doubtAboutMarks({ unclearMarks }: DistributionCheck): string[] {
  const [one] = unclearMarks
  if (one === undefined) return []
  const count = unclearMarks.length
  return [
    `${count} ${count === 1 ? 'amount' : 'amounts'} such as "${one}" may be thousands or fractions: write them as numbers, or without a mark.`,
  ]
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
