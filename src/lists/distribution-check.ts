import type { Address } from '@solana/kit'
import {
  AmountSyntaxError,
  assertBaseUnits,
  type BaseUnits,
  MAX_BASE_UNITS,
  parseDecimalUnits,
} from '#domain/amounts.ts'
import { classifySolanaAddress, type SolanaAddressProblem } from '#domain/solana-address.ts'
import type { DecimalMark } from './list-shape/cell-text.ts'
import { type CellText, markOfCell, readAmountText, readCell, showsGroups } from './list-shape/cell-text.ts'
import type { OtherColumns } from './list-shape/other-columns.ts'
import { columnName, type ProblemList, type SheetCell, type SheetRow, shownText } from './read-file.ts'

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

/** One row of a distribution's file: a payment. */
export interface DistributionRow {
  /** Its number in the sheet; the first is 1. */
  rowNumber: number
  recipient: Address
  /** More than zero. */
  baseUnits: BaseUnits
}

/** The payments of rows that nobody sees who opens the file. */
export interface HiddenRows {
  rows: readonly number[]
  baseUnits: bigint
}

export interface DistributionTerms {
  mintAddress: string
  mintDecimals: number
}

/** Facts about an address that the operator is shown, though they are no problem. */
interface SeenAddress {
  problem: SolanaAddressProblem | null
  rows: number[]
}

const PROBLEM_OF_ADDRESS: Record<Exclude<SolanaAddressProblem, 'off_curve'>, string> = {
  not_an_address: 'is not a Solana address',
  zero_key: 'is the all-zero key, which nobody controls',
  known_program: 'belongs to a program, not to a wallet',
}

/** Checks the rows of one distribution one after another. */
export class DistributionCheck {
  readonly #problems: ProblemList
  readonly #terms: DistributionTerms
  readonly #addresses = new Map<string, SeenAddress>()
  readonly #rows: DistributionRow[] = []
  #totalBaseUnits = 0n
  #hiddenRows: number[] = []
  #hiddenBaseUnits = 0n
  readonly #unclear: string[] = []
  #markedCount = 0
  #isGroupingShown = false

  constructor(problems: ProblemList, terms: DistributionTerms) {
    this.#problems = problems
    this.#terms = terms
  }

  /** Rows without a problem. */
  get rows(): readonly DistributionRow[] {
    return this.#rows
  }

  get totalBaseUnits(): bigint {
    return this.#totalBaseUnits
  }

  get hidden(): HiddenRows {
    return { rows: this.#hiddenRows, baseUnits: this.#hiddenBaseUnits }
  }

  /** Addresses that are paid in several rows. */
  duplicates(): { address: string; rows: number[] }[] {
    return [...this.#addresses].flatMap(([address, { rows }]) => (rows.length > 1 ? [{ address, rows }] : []))
  }

  /** Addresses that no key can sign for: a multisig's vault, or a mistake. */
  offCurve(): { address: string; rows: number[] }[] {
    return [...this.#addresses].flatMap(([address, { problem, rows }]) =>
      problem === 'off_curve' ? [{ address, rows }] : [],
    )
  }

  check({ row, cells, isHidden, problem }: SheetRow, columns: PaymentColumns): void {
    if (problem !== undefined) {
      this.#addProblem(row, problem)
      return
    }
    const { address, amount } = columns
    if (cells[address] === undefined && cells[amount] === undefined) return
    const recipient = this.#checkAddress(row, cells[address], address)
    const baseUnits = this.#checkAmount(row, cells[amount], columns)
    if (recipient === null || baseUnits === null) return
    if (this.#totalBaseUnits + baseUnits > MAX_BASE_UNITS) {
      this.#addProblem(row, 'the amounts up to here are more than a token account can hold')
      return
    }
    this.#totalBaseUnits += baseUnits
    this.#rows.push({ rowNumber: row, recipient, baseUnits })
    if (!isHidden) return
    this.#hiddenRows.push(row)
    this.#hiddenBaseUnits += baseUnits
  }

  /** The texts that may be thousands or fractions, where no others show the decimal mark: 1.234. */
  get unclearMarks(): readonly string[] {
    return this.#isGroupingShown || this.#markedCount > this.#unclear.length ? [] : this.#unclear
  }

  #checkAddress(row: number, cell: SheetCell, column: number): Address | null {
    const reading = readText(cell, `address in column ${columnName(column)}`)
    if ('problem' in reading) return this.#addProblem(row, reading.problem)
    const text = reading.text.trim()
    const seen = this.#addresses.get(text)
    if (!seen && text === this.#terms.mintAddress) {
      return this.#addProblem(row, `"${text}" is the token's mint, not a wallet`)
    }
    const problem = seen ? seen.problem : classifySolanaAddress(text)
    if (problem !== null && problem !== 'off_curve') {
      return this.#addProblem(row, `"${shownText(text)}" ${PROBLEM_OF_ADDRESS[problem]}`)
    }
    if (seen) seen.rows.push(row)
    else this.#addresses.set(text, { problem, rows: [row] })
    return text as Address
  }

  #checkAmount(row: number, cell: SheetCell, { amount, decimalMark }: PaymentColumns): BaseUnits | null {
    const reading = readText(cell, `amount in column ${columnName(amount)}`)
    if ('problem' in reading) return this.#addProblem(row, reading.problem)
    this.#noteMark(cell)
    // A number is written with a point, whatever mark the texts beside it have.
    const mark = typeof cell === 'string' ? decimalMark : '.'
    const read = readAmountText(reading.text.trim(), 'amountUA', mark)
    if ('problem' in read) return this.#addProblem(row, read.problem)
    const text = read.plain
    try {
      const baseUnits = parseDecimalUnits(text, this.#terms.mintDecimals)
      if (baseUnits === 0n) return this.#addProblem(row, 'the amount is zero')
      if (baseUnits <= MAX_BASE_UNITS) return assertBaseUnits(baseUnits)
      return this.#addProblem(row, `"${shownText(text)}" is more than a token account can hold`)
    } catch (error) {
      if (!(error instanceof AmountSyntaxError)) throw error
      return this.#addProblem(row, error.message)
    }
  }

  #noteMark(cell: SheetCell): void {
    const evidence = markOfCell(cell)
    if (evidence === 'either') this.#unclear.push(String(cell).trim())
    else if (evidence !== 'none') this.#markedCount += 1
    if (showsGroups(cell)) this.#isGroupingShown = true
  }

  #addProblem(row: number, problem: string): null {
    this.#problems.add(`row ${row}`, problem)
    return null
  }
}

/** Reads a cell as text: of a number, the digits that it is certain to have. */
function readText(cell: SheetCell, what: string): CellText {
  if (typeof cell === 'object' && 'problem' in cell) return { problem: `the ${what} ${cell.problem}` }
  return readCell(cell === '' ? undefined : cell, what)
}
