import { type FileLimits, tooManyRows } from './file-limits.ts'
import { type Container, cellOf, isAddress, LIST_MEMBERS, pathIn, type Role } from './json-container.ts'
import { JsonLines } from './json-lines.ts'
import { tooLong, twoPlaces, wrongForm } from './json-refusals.ts'
import { JsonTable } from './json-table.ts'
import type { JsonToken, TakeItems } from './json-tokens.ts'
import { isAddressText } from './list-shape/address-text.ts'
import { KEY_COLUMN, VALUE_COLUMN } from './list-shape/known-columns.ts'
import { NOT_PLAIN, NOT_WHOLE, PlainJsonItems } from './plain-json-items.ts'
import type { PlainColumns, SheetRow, TakePlainRow } from './sheet-row.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/** Deeper nesting than any holder list has; the tokenizer remembers every level. */
const MAX_DEPTH = 16

/** geth writes this in place of an address whose preimage it lacks. */
const HASHED_KEY = /^pre\(/

/**
 * Assembles the tokens of a JSON into rows: the items of an array, the members of an object that maps addresses, or objects one after
 * another (JSON lines), at the top or within something else: `claims`, `data.items`. Nested values are named by their path:
 * `address.hash`, `value[1]`. Throws UnreadableFileError where holders stand in two places: nobody can tell which of them is meant.
 */
export class JsonRows implements TakeItems {
  readonly #limits: FileLimits
  readonly #table = new JsonTable()
  readonly #stack: Container[] = []
  readonly #lines = new JsonLines()
  /** Where the list stands: '' for the top. */
  #place: string | undefined
  #listOfObject: Container | undefined
  #hasList = false
  #isTopArray = false
  #isEnded = false
  #plainItems: PlainJsonItems | undefined

  constructor(limits: FileLimits) {
    this.#limits = limits
  }

  /** The columns' names, in the order in which they were first met. */
  get names(): readonly string[] {
    return this.#table.names
  }

  /** Returns the rows completed since the last call. */
  takeRows(): SheetRow[] {
    return this.#table.take()
  }

  /** Has items that are plain taken straight from the text. */
  takePlain(columns: PlainColumns, take: TakePlainRow): void {
    this.#plainItems = PlainJsonItems.of(this.names, columns, take, this.#limits)
  }

  begin(text: string): void {
    this.#plainItems?.begin(text)
  }

  take(at: number): number {
    const list = this.#stack.at(-1)
    const items = this.#plainItems
    if (!items || list?.role !== 'rows' || list !== this.#listOfObject) return NOT_PLAIN
    if (items.isCutOff(at)) return NOT_WHOLE
    const { rowCount, hasRows } = this.#table
    // Rows that wait stand before it.
    const end = hasRows || rowCount >= this.#limits.maxRows ? NOT_PLAIN : items.read(at, rowCount + 1)
    if (end === NOT_PLAIN) return end
    this.#nextItem(list)
    this.#table.countRow()
    return end
  }

  /** The number of the row that is being read, or comes next; undefined before and after the list. */
  get openRow(): number | undefined {
    const { isRowOpen, rowCount } = this.#table
    if (isRowOpen) return rowCount
    return this.#isEnded ? undefined : rowCount + 1
  }

  /** True once something was met that holds rows. */
  get hasList(): boolean {
    return this.#hasList
  }

  add(token: JsonToken): void {
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
    if (parent && this.#isPage(parent)) this.#makePage(parent)
    const role = this.#roleOf(parent, isArray)
    const path = parent && role === 'within' ? pathIn(parent) : ''
    if (role === 'row') this.#openRow(parent)
    else if (role === 'within') this.#table.put(path, { problem: `${path} must be text in quotes` })
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
      case 'perhaps':
        return isArray ? 'within' : 'row'
      case 'row':
      case 'within':
        return 'within'
      default:
        if (!isArray) return 'around'
        if (!LIST_MEMBERS.test(parent.key)) return 'perhaps'
        this.#hasList = true
        return 'rows'
    }
  }

  /** What an object is its first key says. Only objects stand one after another. */
  #roleOfTop(isArray: boolean): Role {
    if (this.#isEnded && (isArray || this.#isTopArray)) {
      throw new UnreadableFileError('something stands after the end of the list; it was not read')
    }
    this.#isEnded = false
    this.#isTopArray = isArray
    this.#lines.begin()
    this.#listOfObject = undefined
    if (isArray) this.#hasList = true
    return isArray ? 'rows' : 'around'
  }

  /** Answers of an interface, page by page in one array: an item that holds a list of its own is no row. */
  #isPage({ role, key }: Container): boolean {
    return role === 'row' && this.#stack.length === 2 && LIST_MEMBERS.test(key) && !this.#table.hasAddress
  }

  #makePage(container: Container): void {
    this.#table.takeBack()
    container.role = 'around'
    container.isPage = true
    this.#listOfObject = undefined
  }

  #close(): void {
    const closed = this.#stack.pop()
    if (closed?.role === 'row') this.#endRow()
    if (closed?.isPage && !this.#listOfObject) this.#addProblem('the item holds no list of holders')
    if (this.#stack.length > 0) return
    if (closed?.role === 'around' && !this.#listOfObject) this.#endObject()
    this.#isEnded = true
  }

  #endRow(): void {
    const list = this.#stack.at(-1)
    if (list?.role === 'perhaps') list.role = this.#table.hasAddress ? 'rows' : 'within'
    if (list?.role === 'rows') this.#noteList(list)
    if (list?.role === 'within') this.#table.takeBack()
    this.#table.end()
  }

  /** Takes an object without a list for a row where it is one of JSON lines. */
  #endObject(): void {
    const line = this.#lines.end()
    if (!line) return
    for (const problem of line.problems) this.#addProblem(problem)
    this.#hasList = true
    this.#assertOnePlace('')
    this.#openRow(undefined)
    for (const [name, token] of line.values) this.#setCell(name, token)
    this.#table.end()
  }

  #setKey(key: string): void {
    const container = this.#stack.at(-1)
    if (!container) return
    container.key = key
    if (!isAddressText(key) && !HASHED_KEY.test(key)) return
    // Scores of several kinds are an array of maps.
    const isMapInRows = container.role === 'row' && this.#table.isRowEmpty && this.#isInList()
    if (container.role !== 'around' && !isMapInRows) return
    if (isMapInRows) this.#table.takeBack()
    container.role = 'map'
    this.#hasList = true
  }

  #isInList(): boolean {
    const list = this.#stack.at(-2)
    if (list?.role === 'perhaps') list.role = 'rows'
    return list?.role === 'rows'
  }

  #addScalar(token: JsonToken): void {
    const container = this.#stack.at(-1)
    if (!container) throw wrongForm()
    this.#nextItem(container)
    switch (container.role) {
      case 'rows':
        this.#noteList(container)
        this.#addProblem('the item must be an object with address, and amountWei or amountUA')
        return
      case 'map':
        this.#openRow(container)
        this.#setCell(VALUE_COLUMN, token)
        this.#table.end()
        return
      case 'around':
        this.#addToObject(container, token)
        return
      case 'row':
      case 'within':
        // In an array whose first item had none.
        if (!this.#table.isRowOpen && isAddress(token)) throw twoPlaces(this.openRow)
        this.#setCell(pathIn(container), token)
    }
  }

  #addToObject({ isPage }: Container, token: JsonToken): void {
    if (isPage && isAddress(token)) this.#addProblem('an address stands beside a list here')
    this.#lines.add(() => this.#stack.map(({ key }) => key).join('.'), token)
  }

  #nextItem(container: Container): void {
    if (container.isArray) container.index += 1
  }

  #openRow(parent: Container | undefined): void {
    if (parent?.role === 'map') this.#noteList(parent)
    this.#table.open()
    this.#assertFewRows()
    if (parent?.role !== 'map') return
    if (HASHED_KEY.test(parent.key)) this.#table.putHashedKey()
    else this.#table.put(KEY_COLUMN, parent.key)
  }

  #addProblem(problem: string): void {
    this.#table.addProblem(problem)
    this.#assertFewRows()
  }

  #assertFewRows(): void {
    if (this.#table.rowCount > this.#limits.maxRows) throw tooManyRows(this.#limits)
  }

  /** Notes the list that a row stands in. */
  #noteList(list: Container): void {
    if (list === this.#listOfObject) return
    this.#hasList = true
    const at = this.#stack.indexOf(list)
    const outer = this.#stack[at - 1]
    // The maps of an array are one list.
    const whole = list.role === 'map' && outer?.role === 'rows' ? outer : list
    if (this.#listOfObject === whole) return
    if (this.#listOfObject) throw twoPlaces(this.openRow)
    this.#listOfObject = whole
    this.#assertOnePlace(
      this.#stack
        .slice(0, this.#stack.indexOf(whole))
        .map(({ key }) => key)
        .filter(Boolean)
        .join('.'),
    )
  }

  #assertOnePlace(place: string): void {
    this.#place ??= place
    if (this.#place !== place) throw twoPlaces(this.openRow)
  }

  #setCell(name: string, token: JsonToken): void {
    this.#table.put(name, cellOf(name, token))
  }

  #assertShort(text: string): void {
    if (text.length > this.#limits.maxLineBytes) throw tooLong(this.#limits, this.openRow)
  }
}
