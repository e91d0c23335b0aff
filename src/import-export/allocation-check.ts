import { AmountSyntaxError, MAX_WEI, parseAmountUAAsWei, parseWei, type Wei } from '#domain/amounts.ts'
import { type EvmAddress, readEvmAddress } from '#domain/evm-address.ts'
import type { OddThing } from '#domain/odd-thing.ts'
import { AddressIndex } from './address-index.ts'
import type { AllocationEntry, MisshapenEntry } from './allocation-entry.ts'
import type { ListShape } from './list-shape/list-shape.ts'
import { OddRows } from './odd-rows.ts'
import type { ProblemList } from './problem-list.ts'

/** One holder's allocation. */
export interface AllocationRow {
  /** Its line in a CSV, its row in a sheet, its place in a JSON array; the first is 1. */
  row: number
  address: EvmAddress
  /** May be zero: the holder then has no allocation. */
  amountWei: Wei
}

export type LargeHolder = Pick<AllocationRow, 'address' | 'amountWei'>

/** So many of the largest holders are shown to who publishes a list. */
const LARGEST = 10

/** Checks the rows of one file one after another: address, amount, and that no address occurs twice. */
export class AllocationCheck {
  readonly #problems: ProblemList
  readonly #rowWord: string
  readonly #coinDecimals: number
  /** The row of each address. */
  readonly #rows = new AddressIndex()
  readonly #odd: OddRows
  readonly #largest: LargeHolder[] = []
  #rowCount = 0
  #totalWei = 0n

  /** `rowWord` is the format's word for a row: "row", "item". */
  constructor(problems: ProblemList, rowWord: string, coinDecimals: number) {
    this.#problems = problems
    this.#rowWord = rowWord
    this.#coinDecimals = coinDecimals
    this.#odd = new OddRows(rowWord, coinDecimals)
  }

  /** Rows without a problem. */
  get rowCount(): number {
    return this.#rowCount
  }

  /** The sum of the rows without a problem. */
  get totalWei(): Wei {
    return this.#totalWei as Wei
  }

  /** The ten that have most, largest first. */
  get largest(): readonly LargeHolder[] {
    return this.#largest
  }

  /** What is odd about the rows without a problem. */
  oddThings(shape: ListShape | null): OddThing[] {
    return this.#odd.list(shape, this.totalWei)
  }

  /** Ends the checks: gives back the memory that they took. */
  end(): void {
    this.#rows.release()
  }

  /** Returns the row, or null after noting its problems. */
  check(entry: AllocationEntry | MisshapenEntry): AllocationRow | null {
    if ('problem' in entry) return this.#addProblem(entry.row, entry.problem)
    const address = this.#checkAddress(entry)
    const amountWei = this.#checkAmount(entry)
    if (address === null || amountWei === null) return null
    const totalWei = this.#totalWei + amountWei
    // No coin's supply exceeds a uint256: amounts that add up to more are in a wrong unit or damaged.
    if (totalWei > MAX_WEI) return this.#addProblem(entry.row, 'the amounts up to here exceed a uint256')
    this.#totalWei += amountWei
    this.#rowCount += 1
    this.#odd.add(entry, address, amountWei)
    this.#rank(address, amountWei)
    return { row: entry.row, address, amountWei }
  }

  #rank(address: EvmAddress, amountWei: Wei): void {
    const least = this.#largest[LARGEST - 1]
    if (least && amountWei <= least.amountWei) return
    const place = this.#largest.findIndex((other) => other.amountWei < amountWei)
    this.#largest.splice(place < 0 ? this.#largest.length : place, 0, { address, amountWei })
    this.#largest.length = Math.min(this.#largest.length, LARGEST)
  }

  #checkAddress({ row, address: text }: AllocationEntry): EvmAddress | null {
    const address = readEvmAddress(text)
    if (address === null) {
      const shown = text.length > 50 ? `${text.slice(0, 50)}…` : text
      return this.#addProblem(row, `"${shown}" is not an EVM address: it takes 0x and 40 hexadecimal digits`)
    }
    const firstRow = this.#rows.add(address, row)
    if (firstRow !== undefined) {
      return this.#addProblem(row, `${address} already stands in ${this.#rowWord} ${firstRow}`)
    }
    return address
  }

  #checkAmount({ row, amount, amountField }: AllocationEntry): Wei | null {
    try {
      return amountField === 'amountWei' ? parseWei(amount) : parseAmountUAAsWei(amount, this.#coinDecimals)
    } catch (error) {
      if (!(error instanceof AmountSyntaxError)) throw error
      return this.#addProblem(row, error.message)
    }
  }

  #addProblem(row: number, problem: string): null {
    this.#problems.add(`${this.#rowWord} ${row}`, problem)
    return null
  }
}
