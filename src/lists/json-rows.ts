import {
  type Container,
  cellOf,
  isAddress,
  JsonTable,
  LIST_MEMBERS,
  noList,
  notFact,
  pathIn,
  type Role,
  tooLong,
  twoPlaces,
  wrongForm,
} from './json-table.ts'
import { JsonSyntaxError, type JsonToken, JsonTokens } from './json-tokens.ts'
import { isMeantAsAddress } from './list-shape/cell-text.ts'
import {
  ADDRESS_NAMES,
  comparableName,
  DECIMALS_NAMES,
  isFileFact,
  KEY_COLUMN,
  VALUE_COLUMN,
} from './list-shape/known-columns.ts'
import {
  type FileLimits,
  type SheetRow,
  type SheetRows,
  tooManyRows,
  UnreadableFileError,
} from './read-file.ts'

/** Deeper nesting than any holder list has; the tokenizer remembers every level. */
const MAX_DEPTH = 16

/** geth writes this in place of an address whose preimage it lacks. */
const HASHED_KEY = /^pre\(/

/** A list is one of one token: of more decimals no more have to be known. */
const MAX_STATED = 2

/** Of one object so many members are named in a refusal. */
const MAX_UNKNOWN = 100

/**
 * Assembles the tokens of a JSON into rows: the items of an array, the members of an object that maps addresses, or objects one after
 * another (JSON lines), at the top or within something else: `claims`, `data.items`. Nested values are named by their path:
 * `address.hash`, `value[1]`. Throws UnreadableFileError where holders stand in two places: nobody can tell which of them is meant.
 */
class JsonRows {
  readonly #limits: FileLimits
  readonly #table = new JsonTable()
  /** What the file states of its token's decimals, beside the holders. */
  readonly decimals = new Set<string>()
  readonly #stack: Container[] = []
  readonly #lines = new JsonLines()
  /** Where the list stands: '' for the top. */
  #place: string | undefined
  #listOfObject: Container | undefined
  #hasList = false
  #isTopArray = false
  #isEnded = false
  /** A list was met in the object that stands open at the top, perhaps an empty one. */
  #hasListInObject = false

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

  /** Ends the text. Throws UnreadableFileError where an object beside the lists holds neither holders nor facts about them alone. */
  end(): void {
    if (!this.#hasList) throw wrongForm()
    const skipped = this.#lines.skipped
    if (skipped !== undefined) throw noList(skipped)
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
        this.#hasListInObject = true
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
    this.#hasListInObject = false
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
    if (this.#hasListInObject) return
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
    if (container.role !== 'around' && container.role !== 'row') return
    if (isMeantAsAddress(key) || HASHED_KEY.test(key)) this.#makeMap(container)
    else if (container.role === 'around') noteUnknown(container, key)
  }

  /** From its first address on an object is a map of holders: what stands before it is none of them by its name alone. */
  #makeMap(container: Container): void {
    if (container.role === 'row') {
      // Scores of several kinds are an array of maps.
      if (this.#table.hasAddress || !this.#isInList()) return
      for (const name of this.#table.rowNames) noteUnknown(container, name)
      this.#table.takeBack()
    }
    container.role = 'map'
    this.#hasList = true
    for (const name of container.unknown ?? []) this.#addProblem(notFact(name))
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
    const { key = '' } = this.#stack.at(-1) ?? {}
    const isStated = 'value' in token && DECIMALS_NAMES.includes(comparableName(key))
    if (isStated && this.decimals.size < MAX_STATED) this.decimals.add(token.value)
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

function noteUnknown(container: Container, name: string): void {
  if (isFileFact(name)) return
  container.unknown ??= []
  if (container.unknown.length < MAX_UNKNOWN) container.unknown.push(name)
}

/** More members of one object are not remembered. */
const MAX_VALUES = 200

type Value = [name: string, token: JsonToken]

/** Tells the objects of JSON lines that are rows from those that say something else. */
class JsonLines {
  #values: Value[] = []
  #skipped: string[] = []
  #isLines = false

  /** Begins an object at the top. */
  begin(): void {
    this.#values = []
  }

  /** Adds a value that stands in it outside of a list. */
  add(name: () => string, token: JsonToken): void {
    if (this.#values.length < MAX_VALUES) this.#values.push([name(), token])
  }

  /** A name in the first object that holds neither a list nor a row, nor facts alone; undefined where there is none. */
  get skipped(): string | undefined {
    return this.#skipped[0]
  }

  /**
   * Ends an object that holds no list: returns its values where it is a row, and what is to be said of objects before it; null where it is
   * none. From the first row on everything is one.
   */
  end(): { values: readonly Value[]; problems: string[] } | null {
    this.#isLines ||= this.#isRow()
    if (!this.#isLines) {
      // geth's first line has the root alone.
      const unknown = this.#values.find(([name]) => !isFileFact(name))
      if (unknown) this.#skipped.push(unknown[0])
      return null
    }
    const problems = this.#skipped.map(() => 'no address stands here')
    this.#skipped = []
    return { values: this.#values, problems }
  }

  /** An address stands in it, or should. */
  #isRow(): boolean {
    const names = this.#values.map(([name]) => name)
    return (
      (names.includes('key') && names.includes('balance')) ||
      names.some((name) => ADDRESS_NAMES.has(comparableName(name))) ||
      this.#values.some(([, token]) => isAddress(token))
    )
  }
}

/** The longest text without a token's end: longer tokens and gaps are refused before they are buffered. */
const MAX_TOKENLESS_CHARACTERS = 64 * 1024

/** Reads a JSON as rows: see JsonRows for the forms that are understood. */
export function readJsonRows(text: AsyncIterable<Uint8Array>, limits: FileLimits): SheetRows {
  const rows = new JsonRows(limits)
  return {
    names: rows.names,
    isFixedWidth: false,
    rows: readRows(text, rows, limits),
    decimals: rows.decimals,
  }
}

async function* readRows(
  text: AsyncIterable<Uint8Array>,
  rows: JsonRows,
  limits: FileLimits,
): AsyncGenerator<SheetRow[], void, void> {
  const decoder = new TextDecoder()
  const tokens = new JsonTokens((token) => rows.add(token))
  try {
    for await (const chunk of text) {
      tokens.write(decoder.decode(chunk, { stream: true }))
      if (tokens.tokenlessCharacters > MAX_TOKENLESS_CHARACTERS) throw tooLong(limits, rows.openRow)
      yield rows.takeRows()
    }
    tokens.write(decoder.decode())
    tokens.end()
    rows.end()
    yield rows.takeRows()
  } catch (error) {
    yield rows.takeRows()
    throw error instanceof JsonSyntaxError
      ? new UnreadableFileError(
          `the JSON is broken here (${error.message}); nothing after it was read`,
          rows.openRow,
        )
      : error
  }
}
