import { AmountSyntaxError, MAX_WEI, parseAmountUAAsWei, parseWei, type Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { ADDRESS_BYTES, RECORD_BYTES } from '#domain/list-record.ts'
import type { OddThing } from '#domain/odd-thing.ts'
import { AddressDigits } from './address-digits.ts'
import { AddressIndex } from './address-index.ts'
import type { AllocationEntry, MisshapenEntry } from './allocation-entry.ts'
import { isCaseRight } from './is-case-right.ts'
import type { ListShape } from './list-shape/list-shape.ts'
import { OddRows } from './odd-rows.ts'
import type { ProblemList } from './problem-list.ts'
import { WeiDigits } from './wei-digits.ts'
import { WordSum } from './word-sum.ts'

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

/** Above it an amount of any length may be one too many. */
const MAX_WEI_BEFORE_PLAIN = MAX_WEI / 2n

/** What is less than this share of an amount is so whatever the digits that a double does not have. */
const SURELY_LESS = 1 - 1e-9

/** Checks the rows of one file one after another: address, amount, and that no address occurs twice. */
export class AllocationCheck {
  readonly #problems: ProblemList
  readonly #rowWord: string
  readonly #coinDecimals: number
  /** The row of each address. */
  readonly #rows = new AddressIndex()
  readonly #digits = new AddressDigits()
  readonly #odd: OddRows
  #largest: LargeHolder[] = []
  /** What is less is not among the largest. */
  #leastLarge = 0
  #rowCount = 0
  /** Without what is in `#plainSum`. */
  #totalWei = 0n
  readonly #wei = new WeiDigits()
  readonly #plainSum = new WordSum()
  // Used again for each row.
  readonly #record = new Uint8Array(RECORD_BYTES)
  readonly #recordView = new DataView(this.#record.buffer)

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
    return (this.#totalWei + this.#plainSum.total) as Wei
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
    const totalWei = this.totalWei + amountWei
    // No coin's supply exceeds a uint256: amounts that add up to more are in a wrong unit or damaged.
    if (totalWei > MAX_WEI) return this.#addProblem(entry.row, 'the amounts up to here exceed a uint256')
    this.#totalWei += amountWei
    this.#rowCount += 1
    this.#odd.add(entry, address, amountWei)
    this.#rank(address, amountWei)
    return { row: entry.row, address, amountWei }
  }

  /**
   * Checks a row straight from the bytes of a file: an address and an amount of wei, between places. Returns it packed, in bytes that are used
   * again; null, and nothing is noted, where anything is to be said of it, or where it is not written as most rows are: then it goes to `check`.
   */
  checkPlain(
    bytes: Uint8Array,
    addressStart: number,
    amountStart: number,
    amountEnd: number,
    row: number,
  ): Uint8Array | null {
    const letterCase = this.#digits.readBytes(bytes, addressStart)
    if (letterCase === null || !this.#wei.read(bytes, amountStart, amountEnd)) return null
    if (this.#problems.count > 0 || this.#totalWei > MAX_WEI_BEFORE_PLAIN) return null
    if (mayBeNobodys(this.#digits.bytes)) return null
    if (letterCase === 'other' && !isCaseRight(digitsText(bytes, addressStart))) return null
    if (this.#rows.add(this.#digits.words, row) !== undefined) return null
    this.#plainSum.add(this.#wei.words)
    this.#rowCount += 1
    this.#odd.addPlain(this.#wei)
    if (this.#wei.approximate >= this.#leastLarge) this.#rank(this.#digits.address, this.#wei.exact as Wei)
    return this.#packed()
  }

  #packed(): Uint8Array {
    this.#record.set(this.#digits.bytes)
    const { words } = this.#wei
    for (let i = 0; i < words.length; i++) {
      this.#recordView.setUint32(RECORD_BYTES - (i + 1) * words.BYTES_PER_ELEMENT, words[i] ?? 0)
    }
    return this.#record
  }

  #rank(address: EvmAddress, amountWei: Wei): void {
    const least = this.#largest[LARGEST - 1]
    if (least && amountWei <= least.amountWei) return
    const place = this.#largest.findIndex((other) => other.amountWei < amountWei)
    this.#largest.splice(place < 0 ? this.#largest.length : place, 0, { address, amountWei })
    this.#largest.length = Math.min(this.#largest.length, LARGEST)
    this.#leastLarge = Number(this.#largest[LARGEST - 1]?.amountWei ?? 0n) * SURELY_LESS
  }

  #checkAddress({ row, address: text }: AllocationEntry): EvmAddress | null {
    const address = this.#digits.read(text)
    if (address === null) {
      const shown = text.length > 50 ? `${text.slice(0, 50)}…` : text
      return this.#addProblem(row, `"${shown}" is not an EVM address: it takes 0x and 40 hexadecimal digits`)
    }
    const firstRow = this.#rows.add(this.#digits.words, row)
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

/** Addresses that nobody signs for begin so; others do as well. */
function mayBeNobodys(address: Uint8Array): boolean {
  const first = address[0]
  const second = address[1]
  return (first === 0 && second === 0) || (first === 0xde && second === 0xad)
}

function digitsText({ buffer, byteOffset }: Uint8Array, addressStart: number): string {
  return Buffer.from(buffer, byteOffset + addressStart + 2, 2 * ADDRESS_BYTES).toString('latin1')
}
