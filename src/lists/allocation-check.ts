import { getRandomValues } from 'node:crypto'
import { AmountSyntaxError, MAX_WEI, parseAmountUAAsWei, parseWei, type Wei } from '#domain/amounts.ts'
import { type EvmAddress, readEvmAddress } from '#domain/evm-address.ts'
import type { ListWarning } from '#domain/list-warning.ts'
import { ADDRESS_BYTES } from '#domain/snapshot.ts'
import { type AllocationEntry, isMeantAsAddress, type MisshapenEntry } from './list-shape/cell-text.ts'
import { ContradictionError, type ListShape } from './list-shape/list-shape.ts'
import { ListWarnings } from './list-warnings.ts'
import { type ProblemList, shownText } from './read-file.ts'

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
export const LARGEST_HOLDERS = 10

/** More rows without an address are no totals and notes: the file is another one. */
const MAX_NO_HOLDERS = 5

function noAddress(text: string): string {
  return `"${shownText(text)}" is not an EVM address: it takes 0x and 40 hexadecimal digits`
}

/** Says how an amount is mended that is written in a common way that is not taken. */
function cureOf(amount: string): string {
  if (amount.includes('\ufffd')) return '. The file is not in UTF-8: save it as "CSV UTF-8"'
  if (/^[\d.]+e[+-]?\d+$/i.test(amount)) return ': it has an exponent. Write it out, with all its digits'
  const unit = /^[\d.,'’\s]*\d\s*(\p{L}{1,12})$/u.exec(amount)?.[1]
  return unit === undefined ? '' : `: take "${unit}" out of the column, and leave the number`
}

/** Checks the rows of one file one after another: address, amount, and that no address occurs twice. */
export class AllocationCheck {
  readonly #problems: ProblemList
  readonly #rowWord: string
  readonly #coinDecimals: number
  /** The row of each address. */
  readonly #rows = new AddressIndex()
  readonly #odd: ListWarnings
  readonly #largest: LargeHolder[] = []
  /** Rows that are to be left out, and those of them that were. */
  readonly #leaveOut: ReadonlySet<number>
  readonly #leftOut = new Set<number>()
  /** Rows without an address: a total, a note. Of more than a few each is a problem. */
  readonly #noHolders: { row: number; text: string; problem: string }[] = []
  #rowCount = 0
  #totalWei = 0n

  /** `rowWord` is the format's word for a row: "row", "item". `leaveOut` names rows without an address that a person has seen. */
  constructor(
    problems: ProblemList,
    rowWord: string,
    coinDecimals: number,
    leaveOut: readonly number[] = [],
  ) {
    this.#leaveOut = new Set(leaveOut)
    this.#problems = problems
    this.#rowWord = rowWord
    this.#coinDecimals = coinDecimals
    this.#odd = new ListWarnings(rowWord, coinDecimals)
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

  /** True where an amount has a fraction: then they are in whole tokens. */
  get isFractional(): boolean {
    return this.#odd.hasFraction
  }

  /** What is odd about the rows without a problem. */
  listWarnings(shape: ListShape | null): ListWarning[] {
    return [...this.#warnOfNoHolders(), ...this.#odd.list(shape, this.totalWei)]
  }

  #warnOfNoHolders(): ListWarning[] {
    if (this.#noHolders.length === 0) return []
    const where = this.#noHolders.map(({ row }) => `${this.#rowWord} ${row}`)
    const texts = this.#noHolders.map(({ text }) => `"${text}"`).join(', ')
    const words = `no address stands in ${where.join(', ')} (${texts}): leave out what is no holder, or correct the file`
    return [{ kind: 'no_holder', words, rows: where.length, where }]
  }

  /** Ends the checks: gives back the memory that they took. */
  end(): void {
    this.#rows.release()
  }

  /** Ends the rows. Throws ContradictionError where one that was to be left out was not there, or has an address. */
  finish(): void {
    if (this.#noHolders.length >= this.#rowCount) this.refuseNoHolders()
    for (const row of this.#leaveOut) {
      if (!this.#leftOut.has(row))
        throw new ContradictionError(`no row without an address stands in ${this.#rowWord} ${row}`)
    }
  }

  /** Returns the row, or null after noting its problems. */
  check(entry: AllocationEntry | MisshapenEntry): AllocationRow | null {
    if ('problem' in entry) {
      const { row, problem, inPlaceOfAddress } = entry
      return inPlaceOfAddress === undefined
        ? this.#addProblem(row, problem)
        : this.#passOver(row, inPlaceOfAddress, problem)
    }
    if (!isMeantAsAddress(entry.address) && !/0x/i.test(entry.address))
      return this.#passOver(entry.row, entry.address, noAddress(entry.address))
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
    const least = this.#largest[LARGEST_HOLDERS - 1]
    if (least && amountWei <= least.amountWei) return
    const place = this.#largest.findIndex((other) => other.amountWei < amountWei)
    this.#largest.splice(place < 0 ? this.#largest.length : place, 0, { address, amountWei })
    this.#largest.length = Math.min(this.#largest.length, LARGEST_HOLDERS)
  }

  #checkAddress({ row, address: text }: AllocationEntry): EvmAddress | null {
    const address = readEvmAddress(text)
    if (address === null) {
      return this.#addProblem(row, noAddress(text))
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
      return this.#addProblem(row, `${error.message}${cureOf(amount)}`)
    }
  }

  /** Takes a row for none of a holder: a person may leave it out. */
  #passOver(row: number, text: string, problem: string): null {
    if (this.#leaveOut.has(row)) {
      this.#leftOut.add(row)
      return null
    }
    // Of a JSON every member is one of a holder, or a known fact.
    if (this.#rowWord !== 'row') return this.#addProblem(row, problem)
    this.#noHolders.push({ row, text: shownText(text), problem })
    if (this.#problems.count > 0 || this.#noHolders.length > MAX_NO_HOLDERS) this.refuseNoHolders()
    return null
  }

  /** Makes problems of the rows without an address: in a file with others they are named with them. */
  refuseNoHolders(): void {
    for (const { row, problem } of this.#noHolders.splice(0)) {
      this.#problems.add(`${this.#rowWord} ${row}`, problem)
    }
  }

  #addProblem(row: number, problem: string): null {
    this.refuseNoHolders()
    this.#problems.add(`${this.#rowWord} ${row}`, problem)
    return null
  }
}

const ADDRESS_WORDS = ADDRESS_BYTES / Uint32Array.BYTES_PER_ELEMENT

/** Of an address: its words, and its row. */
const ENTRY_WORDS = ADDRESS_WORDS + 1
const FIRST_ENTRIES = 1024

/**
 * Remembers the row of each address of a list: 24 bytes and a slot for each, where a Map of a million takes three times as much, on the
 * heap. Slots are found by a hash with random factors: no file can be made whose addresses all meet in one.
 */
export class AddressIndex {
  readonly #factors = getRandomValues(new Uint32Array(ADDRESS_WORDS)).map((factor) => factor | 1)
  #entries = new Uint32Array(FIRST_ENTRIES * ENTRY_WORDS)
  /** The number of an entry, counted from 1; 0 where there is none. Twice as many as entries, a power of two. */
  #slots = new Uint32Array(FIRST_ENTRIES * 2)
  #count = 0
  /** The bytes of the address that is looked up, four in a word. */
  readonly #words = new Uint32Array(ADDRESS_WORDS)
  readonly #bytes = Buffer.from(this.#words.buffer)

  /** Returns the row of an address that was added before; undefined otherwise, and adds it. */
  add(address: EvmAddress, row: number): number | undefined {
    this.#bytes.write(address.slice(2), 'hex')
    const words = this.#words
    if (this.#count * ENTRY_WORDS === this.#entries.length) this.#grow()
    const slot = this.#slotOf(words, 0)
    const entry = this.#slots[slot] ?? 0
    if (entry > 0) return this.#entries[entry * ENTRY_WORDS - 1]
    const start = this.#count * ENTRY_WORDS
    for (let i = 0; i < ADDRESS_WORDS; i++) this.#entries[start + i] = words[i] ?? 0
    this.#entries[start + ADDRESS_WORDS] = row
    this.#count += 1
    this.#slots[slot] = this.#count
    return undefined
  }

  /** Gives its memory back at once: the next collection of garbage may be far away. */
  release(): void {
    this.#entries = new Uint32Array(this.#entries.buffer.transfer(0))
    this.#slots = new Uint32Array(this.#slots.buffer.transfer(0))
    this.#count = 0
  }

  /** Returns the slot of the entry with these words, or the free one for it. */
  #slotOf(words: Uint32Array, at: number): number {
    const mask = this.#slots.length - 1
    let slot = this.#hash(words, at) & mask
    for (;;) {
      const entry = this.#slots[slot] ?? 0
      if (entry === 0 || this.#isEqual(words, at, (entry - 1) * ENTRY_WORDS)) return slot
      slot = (slot + 1) & mask
    }
  }

  /** Returns the slot for an entry that is in none: another with these words is not looked for. */
  #freeSlotOf(words: Uint32Array, at: number): number {
    const mask = this.#slots.length - 1
    let slot = this.#hash(words, at) & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    return slot
  }

  #hash(words: Uint32Array, at: number): number {
    let hash = 0
    for (let i = 0; i < ADDRESS_WORDS; i++) {
      hash = Math.imul(hash ^ (words[at + i] ?? 0), this.#factors[i] ?? 1)
      hash ^= hash >>> 15
    }
    return hash >>> 0
  }

  #isEqual(words: Uint32Array, at: number, start: number): boolean {
    for (let i = 0; i < ADDRESS_WORDS; i++) {
      if (words[at + i] !== this.#entries[start + i]) return false
    }
    return true
  }

  #grow(): void {
    const slotBytes = this.#slots.byteLength * 2
    this.#entries = new Uint32Array(this.#entries.buffer.transfer(this.#entries.byteLength * 2))
    this.#slots.buffer.transfer(0)
    this.#slots = new Uint32Array(slotBytes / this.#slots.BYTES_PER_ELEMENT)
    for (let entry = 1; entry <= this.#count; entry++) {
      this.#slots[this.#freeSlotOf(this.#entries, (entry - 1) * ENTRY_WORDS)] = entry
    }
  }
}
