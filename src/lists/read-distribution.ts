import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Problem } from '#domain/portal-error.ts'
import { isSolanaAddress } from '#domain/solana-address.ts'
import {
  DistributionCheck,
  type DistributionRow,
  type DistributionTerms,
  type HiddenRows,
  type PaymentColumns,
} from './distribution-check.ts'
import { isAmountsOf, markOfColumn } from './list-shape/find-list-shape.ts'
import { isAddressName, otherMeaningOf, unitOfName } from './list-shape/known-columns.ts'
import { OtherColumns, textOf } from './list-shape/other-columns.ts'
import { detectFormat, readXlsxSheet } from './open-sheet.ts'
import { readCsvRows, SOLANA_ADDRESSES } from './read-csv-rows.ts'
import {
  collectBytes,
  columnName,
  ProblemList,
  type SheetRow,
  type SheetRows,
  shownText,
  UnreadableFileError,
  wrongFieldCount,
} from './read-file.ts'
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

/** Columns A and B, where nothing else is known. */
const [FIRST, SECOND] = [0, 1]

/** A first row of nothing but words may be a header. An amount in words is none. */
const NUMBER_LIKE = /^[^\p{L}]*\d[^\p{L}]*$/u

/** No shorter text is meant for an address, but for a name that stands for one. */
const LIKELY_ADDRESS = /^\S{30,}$|^\S+\.(?:sol|skr|eth)$/i

/**
 * Finds the columns of payments by the names above them, else by what stands in them, else the first two. What leaves a choice is a doubt,
 * for a person: a header that names nothing known, a hidden column, money, another column of numbers.
 */
function findPaymentColumns(top: readonly SheetRow[]): PaymentColumns {
  const above = headerRowsOf(top)
  const header = above.at(-1)
  const samples = top.slice(above.length)
  const names = header?.cells.map((cell) => textOf(cell)?.trim() ?? '') ?? []
  const named = namedColumns(names)
  const { address, amount } = named ?? columnsByContent(samples) ?? { address: FIRST, amount: SECOND }
  const others = new OtherColumns({ address, amount, isAddress: isSolanaAddress })
  const word = otherMeaningOf(names[amount] ?? '')
  return {
    address,
    amount,
    decimalMark: markOfColumn(amount, samples),
    header: header ? [names[address] ?? '', names[amount] ?? ''].map(shownText) : null,
    width: (header && !isTitle(header) ? header : samples[0])?.cells.length ?? 0,
    skipped: above.length,
    others,
    doubts: () => [
      ...doubtsOf(others, names),
      ...(word === null ? [] : [`"${names[amount]}" says "${word}": its numbers would be paid as tokens.`]),
      ...(header === undefined || named || isTitle(header) || hasKnownName(names)
        ? []
        : [
            `Row ${header.row} (${names.map((name) => `"${shownText(name)}"`).join(', ')}) would be skipped as a header, though it names no columns that are known.`,
          ]),
    ],
  }
}

function doubtsOf(others: OtherColumns, names: readonly string[]): string[] {
  const columns = Array.from({ length: Math.max(names.length, others.width) }, (_, index) =>
    nameOf(index, names[index]),
  )
  const doubt = others.doubt(columns)
  return doubt === null ? [] : [`${capital(doubt.why)}.`]
}

/** Rows above the first that is, or is meant to be, a payment: a header, and titles above it. */
function headerRowsOf(top: readonly SheetRow[]): readonly SheetRow[] {
  const first = top.findIndex(({ cells }) =>
    cells.some((cell) => isSolanaAddress(textOf(cell)?.trim() ?? '')),
  )
  const above = first < 0 ? top : top.slice(0, first)
  const end = above.findIndex((row) => !isHeader(row))
  return end < 0 ? above : above.slice(0, end)
}

/** A mistyped address in front of an amount must not be skipped in silence. */
function isHeader({ cells }: SheetRow): boolean {
  return cells.every((cell) => {
    if (cell === undefined) return true
    return typeof cell === 'string' && !LIKELY_ADDRESS.test(cell.trim()) && !NUMBER_LIKE.test(cell)
  })
}

function isTitle({ cells }: SheetRow): boolean {
  return cells.filter((cell) => cell !== undefined && cell !== '').length === 1
}

function hasKnownName(names: readonly string[]): boolean {
  return names.some((name) => isAddressName(name) || unitOfName(name) !== undefined)
}

function namedColumns(names: readonly string[]): { address: number; amount: number } | null {
  const find = (test: (name: string) => boolean) =>
    names.flatMap((name, index) => (name !== '' && test(name) ? [index] : []))
  const [address, ...others] = find(isAddressName)
  const amounts = find((name) => unitOfName(name) !== undefined && unitOfName(name) !== 'amountWei')
  const [amount] = amounts
  if (address === undefined || amount === undefined || others.length + amounts.length > 1) return null
  return { address, amount }
}

/** The one column of addresses, and the one of numbers; null where there are others. */
function columnsByContent(samples: readonly SheetRow[]): { address: number; amount: number } | null {
  const width = Math.max(0, ...samples.map(({ cells }) => cells.length))
  const indexes = Array.from({ length: width }, (_, index) => index)
  const isAddressColumn = (index: number) =>
    samples.filter(({ cells }) => isSolanaAddress(textOf(cells[index])?.trim() ?? '')).length * 2 >
    samples.length
  const [address, ...others] = indexes.filter(isAddressColumn)
  const amounts = indexes.filter((index) => isAmountsOf(index, samples))
  const [amount] = amounts
  if (address === undefined || amount === undefined || others.length > 0 || amounts.length > 1) return null
  return { address, amount }
}

function nameOf(index: number, name: string | undefined): string {
  return name === undefined || name === '' ? `column ${columnName(index)}` : shownText(name)
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
