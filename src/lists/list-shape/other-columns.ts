import type { SheetCell, SheetRow } from '#lists/read-file.ts'
import { isAddressText, readAddressText, readFieldName } from './cell-text.ts'
import { comparableName, isExplained, isFileFact } from './known-columns.ts'

/** So many rows are shown of a file whose columns are not known. */
export const SHOWN_ROWS = 3

export const AMOUNT_CELL = /^(?:0x[0-9a-f]{1,64}|\d[\d.,'’\s]*)$/i

const LIKE_AMOUNT = /^[-+~(]?\s*\p{Sc}?\s*\d[\d.,'’\s]*\)?\s*(?:\p{Sc}|\p{Lu}{2,6})?$/u

/** What was seen in a column so far, of rows with a holder. */
interface ColumnTally {
  filled: number
  likeAmounts: number
  addresses: number
  /** Rows in which it has the address of the column that was taken. */
  sameAddresses: number
  firstText: string
  hasSeveral: boolean
  /** From 0 or 1 on, each number is one more than that above it. */
  isCounting: boolean
  /** The first rows in which it has something. */
  rows: SheetRow[]
}

interface TakenColumns {
  address: number
  amount: number
  /** Names of columns, as they are compared, that are known to be none of amounts in this export. */
  known?: readonly string[]
  isAddress?: (text: string) => boolean
  /** Of every row; of one with other cells its own problem is told. */
  width?: number | undefined
}

/** Why other columns than those that were taken may be meant, and rows that show it. */
interface ColumnDoubt {
  why: string
  rows: readonly SheetRow[]
}

/**
 * Watches the columns that were not taken, in every row: one that has nothing but numbers, and no name that explains them, may be meant, also
 * where it is first filled far below, as a column of corrections is.
 */
export class OtherColumns {
  readonly #taken: TakenColumns
  readonly #columns: (ColumnTally | undefined)[] = []
  #hidden: ReadonlySet<number> | undefined
  #isMoney = false
  #holders = 0
  /** The first three rows, for what is no single column's. */
  readonly #top: SheetRow[] = []

  constructor(taken: TakenColumns, rows: readonly SheetRow[] = []) {
    this.#taken = taken
    for (const row of rows) this.add(row)
  }

  /** So many columns were met. */
  get width(): number {
    return Math.max(this.#columns.length, this.#taken.address + 1, this.#taken.amount + 1)
  }

  add(row: SheetRow): void {
    const { cells, hiddenColumns } = row
    const { address, amount, width = cells.length } = this.#taken
    if (cells.length !== width) return
    this.#hidden ??= hiddenColumns
    const paid = cells[amount]
    if (typeof paid === 'object' && 'isMoney' in paid) this.#isMoney = true
    if (this.#top.length < SHOWN_ROWS) this.#top.push(row)
    const holder = textOf(cells[address])
    // What stands beside no address, as a note does, is none of a holder's.
    if (!holder) return
    this.#holders += 1
    for (let index = 0; index < cells.length; index += 1) {
      if (index === address || index === amount) continue
      const text = textOf(cells[index])?.trim()
      if (text) this.#note(index, text, row, holder)
    }
  }

  #note(index: number, text: string, row: SheetRow, holder: string): void {
    const { isAddress = isAddressText } = this.#taken
    const tally = this.#columns[index] ?? newTally(text)
    this.#columns[index] = tally
    if (tally.isCounting && text !== `${Number(tally.firstText) + tally.filled}`) tally.isCounting = false
    tally.filled += 1
    if (text !== tally.firstText) tally.hasSeveral = true
    if (tally.rows.length < SHOWN_ROWS) tally.rows.push(row)
    const isLike = (AMOUNT_CELL.test(text) || LIKE_AMOUNT.test(text)) && !isAddressText(text)
    if (isLike) tally.likeAmounts += 1
    else if (isAddress(text)) {
      tally.addresses += 1
      if (readAddressText(text) === readAddressText(holder)) tally.sameAddresses += 1
    }
  }

  /** Says why others may be meant; null where nothing in the rows so far says so. `names` are those of all columns. */
  doubt(names: readonly string[]): ColumnDoubt | null {
    const { address, amount, known = [] } = this.#taken
    const rows = this.#top
    for (const column of [amount, address]) {
      if (this.#hidden?.has(column))
        return { why: `the column "${names[column]}" is hidden in the sheet`, rows }
    }
    const taken = names[amount]
    if (this.#isMoney) return { why: `"${taken}" is shown as money, with the sign of a currency`, rows }
    const find = (test: (tally: ColumnTally, name: string) => boolean) =>
      this.#columns.findIndex((tally, index) => tally !== undefined && test(tally, names[index] ?? ''))
    const other = find(
      (tally, name) =>
        isLikeAmounts(tally) &&
        !isExplained(name) &&
        !isOwnField(name) &&
        !known.includes(comparableName(name)),
    )
    if (other >= 0)
      return this.#found(`"${taken}" was found, but "${names[other]}" has numbers as well`, other)
    const otherAddress = find((tally, name) => this.#hasOtherAddresses(tally) && !isFileFact(name))
    return otherAddress < 0
      ? null
      : this.#found(
          `"${names[address]}" was found, but "${names[otherAddress]}" has addresses as well`,
          otherAddress,
        )
  }

  #found(why: string, column: number): ColumnDoubt {
    const rows = this.#columns[column]?.rows ?? []
    const [first] = rows
    const isLate = first !== undefined && !this.#top.includes(first)
    return { why: isLate ? `${why}, from row ${first.row} on` : why, rows }
  }

  /** True of a column of addresses that are not those of another one, nor always the same, as a token's is. */
  #hasOtherAddresses({ filled, addresses, sameAddresses, hasSeveral }: ColumnTally): boolean {
    return addresses === filled && sameAddresses < this.#holders && (this.#holders === 1 || hasSeveral)
  }
}

function newTally(firstText: string): ColumnTally {
  return {
    filled: 0,
    likeAmounts: 0,
    addresses: 0,
    sameAddresses: 0,
    firstText,
    hasSeveral: false,
    isCounting: /^[01]$/.test(firstText),
    rows: [],
  }
}

/** True of a column of numbers with signs or units, or with words for none: "5 UNI", "-5", "n/a". */
function isLikeAmounts({ filled, likeAmounts, isCounting }: ColumnTally): boolean {
  return likeAmounts * 2 > filled && !(isCounting && filled > 1)
}

/** Ferry's own columns are judged row by row: an item of a JSON names its amount itself. */
function isOwnField(name: string): boolean {
  return readFieldName(name.replace(/[.[].*/, '')) !== undefined
}

export function textOf(cell: SheetCell): string | undefined {
  if (cell === undefined || typeof cell === 'string') return cell
  return 'number' in cell ? cell.number : undefined
}
