import type { Token } from 'stream-json/core/parser.js'
import { type FileLimits, formatLimit, tooManyRows } from './file-limits.ts'
import { KEY_COLUMN, VALUE_COLUMN } from './list-shape/known-columns.ts'
import type { SheetCell, SheetRow } from './sheet-row.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/** Deeper nesting than any holder list has; the tokenizer remembers every level. */
const MAX_DEPTH = 16

/** Members of an object that holds a list: what stands in them is looked through for it. */
const LIST_MEMBERS =
  /^(accounts|claims|items|holders|owners|result|results|data|rows|balances|scores|values)$/i

const ADDRESS_KEY = /^(?:[a-z0-9-]{1,20}:)?0x[0-9a-f]{40}$/i

/** geth writes this in place of an address whose preimage it lacks. */
const HASHED_KEY = /^pre\(/

const HASHED = 'this is a hashed key, and the address behind it is missing: make the dump with preimages'

/** More columns are not told apart. */
const MAX_NAMES = 200

/** How the children of a container are taken. */
type Role =
  /** Objects or arrays that are rows each. */
  | 'rows'
  /** Addresses, each with an amount or an object. */
  | 'map'
  /** Something around the list. */
  | 'around'
  /** The members of a row. */
  | 'row'
  /** A value within a row. */
  | 'within'

interface Container {
  role: Role
  isArray: boolean
  /** Of what stands in it. */
  key: string
  index: number
  /** The path from the row: `value`. Empty for the row itself. */
  path: string
}

interface OpenRow {
  cells: SheetCell[]
  problem: string | undefined
}

/**
 * Assembles the tokens of a JSON into rows: the items of an array, the members of an object that maps addresses, or objects one after
 * another (JSON lines), at the top or within `claims`, `accounts`, `items` and their like. Nested values are named by their path:
 * `address.hash`, `value[1]`.
 */
export class JsonRows {
  /** The columns' names, in the order in which they were first met. */
  readonly names: string[] = []
  readonly #limits: FileLimits
  readonly #indexes = new Map<string, number>()
  readonly #stack: Container[] = []
  #rows: SheetRow[] = []
  #rowCount = 0
  #row: OpenRow | undefined
  #hasList = false
  #isTopArray = false
  #isEnded = false

  constructor(limits: FileLimits) {
    this.#limits = limits
  }

  /** Returns the rows completed since the last call. */
  take(): SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  /** The number of the row that is being read, or comes next; undefined before and after the list. */
  get openRow(): number | undefined {
    if (this.#row) return this.#rowCount
    return this.#isEnded ? undefined : this.#rowCount + 1
  }

  /** True when everything that was opened is closed. */
  get isComplete(): boolean {
    return this.#stack.length === 0
  }

  /** True once something was met that holds rows. */
  get hasList(): boolean {
    return this.#hasList
  }

  wrongForm(): UnreadableFileError {
    return new UnreadableFileError(
      'the JSON must be an array of objects: [{"address":"0x…","amountWei":"1000"}], or with amountUA; or an object of addresses and amounts',
    )
  }

  tooLong(): UnreadableFileError {
    const limit = formatLimit(this.#limits.maxLineBytes)
    return new UnreadableFileError(
      `a key or a value is longer than ${limit} characters, which is the limit; nothing after it was read`,
      this.openRow,
    )
  }

  add(token: Token): void {
    switch (token.name) {
      case 'startObject':
      case 'startArray':
        this.#open(token.name === 'startArray')
        break
      case 'endObject':
      case 'endArray':
        this.#close()
        break
      case 'keyValue':
        this.#assertShort(token.value)
        this.#setKey(token.value)
        break
      default:
        if (token.name === 'stringValue' || token.name === 'numberValue') this.#assertShort(token.value)
        this.#addScalar(token)
    }
  }

  #open(isArray: boolean): void {
    const parent = this.#stack.at(-1)
    if (parent) this.#nextItem(parent)
    const role = this.#roleOf(parent, isArray)
    const path = parent && role === 'within' ? pathIn(parent) : ''
    if (role === 'row') this.#openRow(parent)
    else if (role === 'within' && this.#row) this.#put(path, { problem: `${path} must be text in quotes` })
    this.#stack.push({ role, isArray, key: '', index: -1, path })
    if (this.#stack.length > MAX_DEPTH) {
      throw new UnreadableFileError(
        `the JSON is nested more than ${MAX_DEPTH} levels deep, which is the limit`,
        this.openRow,
      )
    }
  }

  #roleOf(parent: Container | undefined, isArray: boolean): Role {
    if (!parent) return this.#roleOfTop(isArray)
    switch (parent.role) {
      case 'rows':
      case 'map':
        return 'row'
      case 'row':
      case 'within':
        return 'within'
      default:
        if (!LIST_MEMBERS.test(parent.key)) return 'within'
        if (isArray) this.#hasList = true
        return isArray ? 'rows' : 'around'
    }
  }

  /** What an object is its first key says. Only objects stand one after another. */
  #roleOfTop(isArray: boolean): Role {
    if (this.#isEnded && (isArray || this.#isTopArray)) {
      throw new UnreadableFileError('something stands after the end of the list; it was not read')
    }
    this.#isEnded = false
    this.#isTopArray = isArray
    if (isArray) this.#hasList = true
    return isArray ? 'rows' : 'around'
  }

  #close(): void {
    const closed = this.#stack.pop()
    if (closed?.role === 'row') this.#endRow()
    if (this.#stack.length === 0) this.#isEnded = true
  }

  #setKey(key: string): void {
    const container = this.#stack.at(-1)
    if (!container) return
    container.key = key
    if (container.role !== 'around') return
    if (ADDRESS_KEY.test(key) || HASHED_KEY.test(key)) {
      container.role = 'map'
      this.#hasList = true
    } else if (this.#stack.length === 1 && !LIST_MEMBERS.test(key) && /^(address|key|balance)$/i.test(key)) {
      // One of JSON lines: the object itself is a row.
      container.role = 'row'
      this.#hasList = true
      this.#openRow(undefined)
    }
  }

  #addScalar(token: Token): void {
    const container = this.#stack.at(-1)
    if (!container) throw this.wrongForm()
    this.#nextItem(container)
    switch (container.role) {
      case 'rows':
        this.#addRowCount()
        this.#rows.push({
          row: this.#rowCount,
          cells: [],
          problem: 'the item must be an object with address, and amountWei or amountUA',
        })
        return
      case 'map':
        this.#openRow(container)
        this.#setCell(VALUE_COLUMN, token)
        this.#endRow()
        return
      case 'row':
      case 'within':
        if (this.#row) this.#setCell(pathIn(container), token)
    }
  }

  #nextItem(container: Container): void {
    if (container.isArray) container.index += 1
  }

  #openRow(parent: Container | undefined): void {
    this.#addRowCount()
    this.#row = { cells: [], problem: undefined }
    if (parent?.role !== 'map') return
    if (HASHED_KEY.test(parent.key)) {
      this.#row.problem = HASHED
      return
    }
    this.#put(KEY_COLUMN, parent.key)
  }

  #addRowCount(): void {
    this.#rowCount += 1
    if (this.#rowCount > this.#limits.maxRows) throw tooManyRows(this.#limits)
  }

  #endRow(): void {
    const row = this.#row
    if (!row) return
    this.#row = undefined
    const problem = row.problem ?? this.#hashedKey(row.cells)
    const { cells } = row
    this.#rows.push(
      problem === undefined ? { row: this.#rowCount, cells } : { row: this.#rowCount, cells, problem },
    )
  }

  /** A line of geth's dump has the key of an account always, and its address where geth knows it. */
  #hashedKey(cells: readonly SheetCell[]): string | undefined {
    const at = (name: string) => cells[this.#indexes.get(name) ?? -1]
    if (at('key') === undefined || at('balance') === undefined || at('address') !== undefined)
      return undefined
    return HASHED
  }

  #setCell(name: string, token: Token): void {
    if (token.name === 'stringValue') this.#put(name, token.value)
    else if (token.name === 'numberValue') this.#put(name, { number: token.value })
    else this.#put(name, { problem: `${name} must be text in quotes` })
  }

  #put(name: string, cell: SheetCell): void {
    const row = this.#row
    if (!row) return
    let index = this.#indexes.get(name)
    if (index === undefined) {
      if (this.names.length === MAX_NAMES) return
      index = this.names.push(name) - 1
      this.#indexes.set(name, index)
    }
    if (row.cells[index] !== undefined) row.problem ??= `${name} is given twice`
    row.cells[index] = cell
  }

  #assertShort(text: string): void {
    if (text.length > this.#limits.maxLineBytes) throw this.tooLong()
  }
}

function pathIn({ isArray, key, index, path }: Container): string {
  if (isArray) return `${path}[${index}]`
  return path === '' ? key : `${path}.${key}`
}
