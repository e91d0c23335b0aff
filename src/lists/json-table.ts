import type { JsonToken } from './json-tokens.ts'
import { isAddressText } from './list-shape/cell-text.ts'
import { spellingOf } from './list-shape/known-columns.ts'
import {
  type FileLimits,
  formatLimit,
  type SheetCell,
  type SheetRow,
  UnreadableFileError,
} from './read-file.ts'

/** Members of an object that holds a list. Of an array in another member its first item tells whether it is the list. */
export const LIST_MEMBERS =
  /^(accounts|claims|items|holders|owners|result|results|data|rows|balances|scores|values)$/i

/** How the children of a container are taken. */
export type Role =
  /** Objects or arrays that are rows each. */
  | 'rows'
  /** An array that is a list if an address stands in its first item. */
  | 'perhaps'
  /** Addresses, each with an amount or an object. */
  | 'map'
  /** Something around the list. */
  | 'around'
  /** The members of a row. */
  | 'row'
  /** A value within a row, or of no interest. */
  | 'within'

export interface Container {
  role: Role
  isArray: boolean
  /** Of what stands in it. */
  key: string
  index: number
  /** The path from the row: `value`. Empty for the row itself. */
  path: string
  /** It is one of several answers in an array: what stands in it beside the list is looked at. */
  isPage?: true
  /** Names of its first members that are no known facts about a list. */
  unknown?: string[]
}

/** The path of what stands in a container of a row: `value[1]`. */
export function pathIn({ isArray, key, index, path }: Container): string {
  if (isArray) return `${path}[${index}]`
  return path === '' ? key : `${path}.${key}`
}

/** The cell of a value; of a number the digits as they stand. */
export function cellOf(name: string, token: JsonToken): SheetCell {
  if (token.name === 'stringValue') return token.value
  if (token.name === 'numberValue') return { number: token.value, isWritten: true }
  return { problem: `${name} must be text in quotes` }
}

export function isAddress(token: JsonToken): boolean {
  return token.name === 'stringValue' && isAddressText(token.value)
}

export function wrongForm(): UnreadableFileError {
  return new UnreadableFileError(
    'the JSON must be an array of objects: [{"address":"0x…","amountWei":"1000"}], or with amountUA; or an object of addresses and amounts',
  )
}

export function notFact(name: string): string {
  return `"${name.slice(0, 60)}" is neither an address nor a known fact about the list (decimals, block, total and the like): correct it, or take it out`
}

export function noList(name: string): UnreadableFileError {
  return new UnreadableFileError(
    `an object of this file holds no list of holders: "${name.slice(0, 60)}" stands in it. Take it out, or fetch that part again`,
  )
}

export function tooLong({ maxLineBytes }: FileLimits, row: number | undefined): UnreadableFileError {
  return new UnreadableFileError(
    `a key or a value is longer than ${formatLimit(maxLineBytes)} characters, which is the limit; nothing after it was read`,
    row,
  )
}

export function twoPlaces(row: number | undefined): UnreadableFileError {
  return new UnreadableFileError(
    'addresses stand in two places of this JSON: keep the list alone; nothing after it was read',
    row,
  )
}

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
