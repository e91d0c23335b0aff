import type { Address } from '@solana/kit'
import {
  AmountSyntaxError,
  assertBaseUnits,
  type BaseUnits,
  MAX_BASE_UNITS,
  parseDecimalUnits,
} from '#domain/amounts.ts'
import { classifySolanaAddress, type SolanaAddressProblem } from '#domain/solana-address.ts'
import type { ProblemList } from './file-problems.ts'
import { readAddressCell, readAmountCell } from './xlsx/read-cell.ts'
import type { XlsxCell, XlsxRow } from './xlsx/read-xlsx-rows.ts'

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

const ADDRESS_COLUMN = 0
const AMOUNT_COLUMN = 1
/** No shorter text is meant for an address, and no longer one is shown. */
const LIKELY_ADDRESS = /^\S{30,}$/
const MAX_SHOWN = 50

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
  #header: string[] | null = null
  #isFirst = true
  #totalBaseUnits = 0n
  #hiddenRows: number[] = []
  #hiddenBaseUnits = 0n

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

  /** The texts of the first row, where it is a header; else null. */
  get header(): readonly string[] | null {
    return this.#header
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

  check({ row, cells, isHidden }: XlsxRow): void {
    const address = cells.get(ADDRESS_COLUMN)
    const amount = cells.get(AMOUNT_COLUMN)
    if (this.#isFirst) {
      this.#isFirst = false
      if (isHeader(address, amount)) {
        this.#header = [textOf(address), textOf(amount)]
        return
      }
    }
    const recipient = this.#checkAddress(row, address)
    const baseUnits = this.#checkAmount(row, amount)
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

  #checkAddress(row: number, cell: XlsxCell | undefined): Address | null {
    const reading = readAddressCell(cell, ADDRESS_COLUMN)
    if ('problem' in reading) return this.#addProblem(row, reading.problem)
    const { text } = reading
    const seen = this.#addresses.get(text)
    if (!seen && text === this.#terms.mintAddress) {
      return this.#addProblem(row, `"${text}" is the token's mint, not a wallet`)
    }
    const problem = seen ? seen.problem : classifySolanaAddress(text)
    if (problem !== null && problem !== 'off_curve') {
      return this.#addProblem(row, `"${clip(text)}" ${PROBLEM_OF_ADDRESS[problem]}`)
    }
    if (seen) seen.rows.push(row)
    else this.#addresses.set(text, { problem, rows: [row] })
    return text as Address
  }

  #checkAmount(row: number, cell: XlsxCell | undefined): BaseUnits | null {
    const reading = readAmountCell(cell, AMOUNT_COLUMN)
    if ('problem' in reading) return this.#addProblem(row, reading.problem)
    try {
      const baseUnits = parseDecimalUnits(reading.text, this.#terms.mintDecimals)
      if (baseUnits === 0n) return this.#addProblem(row, 'the amount is zero')
      if (baseUnits <= MAX_BASE_UNITS) return assertBaseUnits(baseUnits)
      return this.#addProblem(row, `"${clip(reading.text)}" is more than a token account can hold`)
    } catch (error) {
      if (!(error instanceof AmountSyntaxError)) throw error
      return this.#addProblem(row, error.message)
    }
  }

  #addProblem(row: number, problem: string): null {
    this.#problems.add(`row ${row}`, problem)
    return null
  }
}

/**
 * A first row is a header when neither of its cells is or tries to be a part of a payment: a mistyped address in front of
 * an amount must not be skipped in silence.
 */
function isHeader(address: XlsxCell | undefined, amount: XlsxCell | undefined): boolean {
  if (address?.kind === 'text' && LIKELY_ADDRESS.test(address.text)) return false
  if (amount === undefined) return true
  return amount.kind === 'text' && !/^[^\p{L}]*\d[^\p{L}]*$/u.test(amount.text)
}

function textOf(cell: XlsxCell | undefined): string {
  return cell === undefined || cell.kind === 'other' ? '' : clip(cell.text)
}

function clip(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
