import { readDeniableAddress } from '#domain/denied-address.ts'
import type { Problem } from '#domain/portal-error.ts'
import { isNamedTwice } from './list-shape/known-columns.ts'
import { textOf } from './list-shape/other-columns.ts'
import { readCsvRows } from './read-csv-rows.ts'
import { type SheetRow, UnreadableFileError } from './read-file.ts'

interface DenyListRow {
  address: string
  /** Null where the file does not say. */
  source: string | null
  note: string | null
}

const LIMITS = {
  maxContentBytes: 16 * 1024 ** 2,
  maxInflateRatio: 1,
  maxRows: 100_000,
  maxLineBytes: 4096,
}

const MAX_PROBLEMS = 100
const MAX_WORDS = 200

/**
 * Reads a list of addresses, EVM or Solana: one a line, or a CSV of address, source and note. A first row that holds no address
 * names the columns. Throws UnreadableFileError.
 */
export async function readDenyList(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ rows: DenyListRow[]; problems: Problem[] }> {
  const rows: DenyListRow[] = []
  const problems: Problem[] = []
  let columns = { address: 0, source: 1, note: 2 }
  let isFirst = true
  for await (const records of readCsvRows(bytes, LIMITS).rows) {
    for (const record of records) {
      const header = isFirst ? readHeader(record) : null
      isFirst = false
      if (header) columns = header
      else readRow(record, columns, rows, problems)
    }
  }
  if (rows.length === 0 && problems.length === 0) {
    problems.push({ where: 'file', problem: 'holds no address' })
  }
  return { rows, problems: problems.slice(0, MAX_PROBLEMS) }
}

function readHeader({ row, cells }: SheetRow) {
  const names = cells.map((cell) => textOf(cell)?.toLowerCase() ?? '')
  const address = names.indexOf('address')
  if (address >= 0 && isNamedTwice(names, address))
    throw new UnreadableFileError('the column address is named twice', row)
  return address < 0 ? null : { address, source: names.indexOf('source'), note: names.indexOf('note') }
}

function readRow(
  { row, cells }: SheetRow,
  columns: { address: number; source: number; note: number },
  rows: DenyListRow[],
  problems: Problem[],
): void {
  const wordsAt = (column: number) => textOf(cells[column])?.slice(0, MAX_WORDS) || null
  const address = readDeniableAddress(textOf(cells[columns.address]) ?? '')
  if (address === null)
    problems.push({ where: `row ${row}`, problem: 'is neither an EVM nor a Solana address' })
  else rows.push({ address, source: wordsAt(columns.source), note: wordsAt(columns.note) })
}
