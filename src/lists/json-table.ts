import { isAddressText } from './list-shape/cell-text.ts'
import { spellingOf } from './list-shape/known-columns.ts'
import type { SheetCell, SheetRow } from './sheet-row.ts'

/** More columns are not told apart. */
const MAX_NAMES = 200

const HASHED = 'this is a hashed key, and the address behind it is missing: make the dump with preimages'

interface OpenRow {
  cells: SheetCell[]
  problem: string | undefined
  /** How many columns there were before it. */
  knownNames: number
}

/** The rows of a JSON and the names of their columns, as both are met. */
export class JsonTable {
  /** The columns' names, in the order in which they were first met. */
  readonly names: string[] = []
  readonly #indexes = new Map<string, number>()
  #rows: SheetRow[] = []
  #rowCount = 0
  #row: OpenRow | undefined

  /** Rows so far, with the open one. */
  get rowCount(): number {
    return this.#rowCount
  }

  get isRowOpen(): boolean {
    return this.#row !== undefined
  }

  /** True where an address stands in the open row. */
  get hasAddress(): boolean {
    return this.#row?.cells.some((cell) => typeof cell === 'string' && isAddressText(cell)) ?? false
  }

  /** The columns in which the open row has anything. */
  get rowNames(): string[] {
    return this.names.filter((_, index) => this.#row?.cells[index] !== undefined)
  }

  /** Returns the rows completed since the last call. */
  take(): SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(): void {
    this.#rowCount += 1
    this.#row = { cells: [], problem: undefined, knownNames: this.names.length }
  }

  put(name: string, cell: SheetCell): void {
    const row = this.#row
    if (!row) return
    // A member is one column however it is spelled.
    let index = this.#indexes.get(name) ?? this.#indexes.get(spellingOf(name))
    if (index === undefined) {
      if (this.names.length === MAX_NAMES) return
      index = this.names.push(name) - 1
      for (const spelling of [name, spellingOf(name)]) this.#indexes.set(spelling, index)
    }
    if (row.cells[index] !== undefined) {
      const first = this.names[index]
      row.problem ??=
        first === name ? `${name} is given twice` : `${first} and ${name} are one member, given twice`
    }
    row.cells[index] = cell
  }

  /** Notes that the open row has the hash of an address in place of it. */
  putHashedKey(): void {
    if (this.#row) this.#row.problem = HASHED
  }

  end(): void {
    const row = this.#row
    if (!row) return
    this.#row = undefined
    const problem = row.problem ?? this.#hashedKey(row.cells)
    const { cells } = row
    this.#rows.push(
      problem === undefined ? { row: this.#rowCount, cells } : { row: this.#rowCount, cells, problem },
    )
  }

  /** Takes back the open row, which was none, with the columns that only it has. */
  takeBack(): void {
    const row = this.#row
    if (!row) return
    this.#row = undefined
    this.#rowCount -= 1
    for (const name of this.names.splice(row.knownNames)) {
      for (const spelling of [name, spellingOf(name)]) this.#indexes.delete(spelling)
    }
  }

  /** Adds a row that is none. */
  addProblem(problem: string): void {
    this.#rowCount += 1
    this.#rows.push({ row: this.#rowCount, cells: [], problem })
  }

  /** A line of geth's dump has the key of an account always, and its address where geth knows it. */
  #hashedKey(cells: readonly SheetCell[]): string | undefined {
    if (!this.#indexes.has('key')) return undefined
    const at = (name: string) => cells[this.#indexes.get(name) ?? -1]
    if (at('key') === undefined || at('balance') === undefined || at('address') !== undefined)
      return undefined
    return HASHED
  }
}
