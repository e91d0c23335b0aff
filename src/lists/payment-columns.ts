import { isSolanaAddress } from '#domain/solana-address.ts'
import type { DecimalMark } from './list-shape/cell-text.ts'
import { markOfCell } from './list-shape/cell-text.ts'
import { isAmountsOf } from './list-shape/find-list-shape.ts'
import { isAddressName, otherMeaningOf, unitOfName } from './list-shape/known-columns.ts'
import { OtherColumns, textOf } from './list-shape/other-columns.ts'
import { columnName, type SheetRow } from './sheet-row.ts'

/** Columns A and B, where nothing else is known. */
const [FIRST, SECOND] = [0, 1]

/** A first row of nothing but words may be a header. An amount in words is none. */
const NUMBER_LIKE = /^[^\p{L}]*\d[^\p{L}]*$/u

/** No shorter text is meant for an address, but for a name that stands for one. */
const LIKELY_ADDRESS = /^\S{30,}$|^\S+\.(?:sol|skr|eth)$/i

const MAX_SHOWN = 50

/** Where the payments of a sheet stand. */
export interface PaymentColumns {
  address: number
  amount: number
  decimalMark: DecimalMark
  /** The texts of the row that names the columns; null without one. */
  header: readonly string[] | null
  /** The number of cells of the row that names the columns, else of the first payment. */
  width: number
  /** So many rows stand above the first payment. */
  skipped: number
  /** Says what of the columns a person has to have seen, in sentences: of all rows that `others` was given. */
  doubts(): readonly string[]
  others: OtherColumns
}

/**
 * Finds the columns of payments by the names above them, else by what stands in them, else the first two. What leaves a choice is a doubt,
 * for a person: a header that names nothing known, a hidden column, money, another column of numbers.
 */
export function findPaymentColumns(top: readonly SheetRow[]): PaymentColumns {
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
    decimalMark: markOf(amount, samples),
    header: header ? [names[address] ?? '', names[amount] ?? ''].map(clip) : null,
    width: (header && !isTitle(header) ? header : samples[0])?.cells.length ?? 0,
    skipped: above.length,
    others,
    doubts: () => [
      ...doubtsOf(others, names),
      ...(word === null ? [] : [`"${names[amount]}" says "${word}": its numbers would be paid as tokens.`]),
      ...(header === undefined || named || isTitle(header) || hasKnownName(names)
        ? []
        : [
            `Row ${header.row} (${names.map((name) => `"${clip(name)}"`).join(', ')}) would be skipped as a header, though it names no columns that are known.`,
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

function markOf(amount: number, samples: readonly SheetRow[]): DecimalMark {
  const marks = samples.map(({ cells }) => markOfCell(cells[amount]))
  return marks.includes(',') && !marks.includes('.') ? ',' : '.'
}

function nameOf(index: number, name: string | undefined): string {
  return name === undefined || name === '' ? `column ${columnName(index)}` : clip(name)
}

function clip(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
