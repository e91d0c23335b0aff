import { ADDRESS_TEXT_LENGTH } from './address-digits.ts'
import type { PlainColumns, TakePlainRow } from './sheet-row.ts'

const LF = 10
const CR = 13
const SPACE = 32
const QUOTE = 34
const LAST_OF_ASCII = 126

/**
 * Reads rows of a CSV straight from its bytes where they are plain: a whole line with all columns, an address as Ferry writes it, and
 * nothing but characters of ASCII that need no quotes.
 */
export class PlainCsvRows {
  readonly #delimiter: number
  readonly #columns: PlainColumns
  readonly #take: TakePlainRow

  constructor(delimiter: string, columns: PlainColumns, take: TakePlainRow) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#columns = columns
    this.#take = take
  }

  /** Reads the line at a place, which is of this row. Returns the place after it; -1 where it is not plain, or was not taken. */
  read(bytes: Uint8Array, start: number, row: number): number {
    const { address, amount, count } = this.#columns
    let at = start
    let [addressStart, amountStart, amountEnd] = [0, 0, 0]
    for (let column = 0; column < count; column++) {
      if (column > 0) {
        if (bytes[at] !== this.#delimiter) return -1
        at += 1
      }
      const cell = at
      at = column === address ? at + ADDRESS_TEXT_LENGTH : this.#endOfCell(bytes, at)
      if (column === address) addressStart = cell
      if (column === amount) [amountStart, amountEnd] = [cell, at]
    }
    if (bytes[at] === CR) at += 1
    if (bytes[at] !== LF) return -1
    return this.#take(bytes, addressStart, amountStart, amountEnd, row) ? at + 1 : -1
  }

  #endOfCell(bytes: Uint8Array, from: number): number {
    for (let at = from; ; at++) {
      const code = bytes[at] ?? 0
      if (code === this.#delimiter || code <= SPACE || code === QUOTE || code > LAST_OF_ASCII) return at
    }
  }
}
