import { setImmediate } from 'node:timers/promises'
import { formatLimit, UnreadableFileError } from '#lists/read-file.ts'
import { findFirstSheet, openXlsx, type XlsxArchive, type XlsxLimits } from './open-xlsx.ts'
import { mixedText, parseXml, readXml, type XmlAttributes } from './read-xml.ts'

/** Of a column's name: XFD is the last. */
const MAX_COLUMN_LETTERS = 3

/** No spreadsheet takes more in a cell. */
const MAX_TEXT = 32_767

/** A cell's content: a number is the text that the file has, never a double. */
export type XlsxCell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; text: string; isMoney: boolean }
  | { kind: 'other'; problem: string }

export interface XlsxRow {
  /** Its number as a person sees it; the first is 1. */
  row: number
  /** By column: A is 0. Empty cells are left out. */
  cells: ReadonlyMap<number, XlsxCell>
  /** Not seen by who opens the file: hidden by hand or by a filter. */
  isHidden: boolean
  /** The sheet's columns that are hidden in the same way. */
  hiddenColumns: ReadonlySet<number>
}

/**
 * Reads the first visible sheet's rows that have anything in the first `columnCount` columns, one array for each chunk.
 * A formula gives its stored result. Throws UnreadableFileError where it can not go on.
 */
export async function* readXlsxRows(
  file: Buffer,
  columnCount: number,
  limits: XlsxLimits,
): AsyncGenerator<XlsxRow[], void, void> {
  yield* readArchivedRows(await openXlsx(file, limits), columnCount, limits)
}

/** Does the same with a workbook that is open, or with another of its sheets. */
export async function* readArchivedRows(
  archive: XlsxArchive,
  columnCount: number,
  limits: XlsxLimits,
  path: string | null = null,
): AsyncGenerator<XlsxRow[], void, void> {
  const parts = await findFirstSheet(archive)
  const strings = parts.sharedStrings ? await readSharedStrings(archive, parts.sharedStrings, limits) : []
  const formats = parts.styles ? await readNumberFormats(archive, parts.styles) : []
  const sheet = new SheetReader(columnCount, limits, strings, formats)
  for await (const _ of readXml(archive.read(path ?? parts.sheet), sheet)) {
    yield sheet.take()
    await setImmediate()
  }
  yield sheet.take()
}

class SheetReader {
  readonly #columnCount: number
  readonly #limits: XlsxLimits
  readonly #strings: readonly string[]
  readonly #formats: readonly NumberFormat[]
  readonly #hiddenColumns = new Set<number>()
  #rows: XlsxRow[] = []
  #rowCount = 0
  #cellCount = 0
  #row = 0
  #isRowHidden = false
  #column = -1
  #cells = new Map<number, XlsxCell>()
  #cell: XmlAttributes = {}
  #isInCell = false
  #isInValue = false
  #isInPhonetic = false
  #hasFormula = false
  #value: string[] = []

  constructor(
    columnCount: number,
    limits: XlsxLimits,
    strings: readonly string[],
    formats: readonly NumberFormat[],
  ) {
    this.#columnCount = columnCount
    this.#limits = limits
    this.#strings = strings
    this.#formats = formats
  }

  /** Returns the rows completed since the last call. */
  take(): XlsxRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open = (name: string, attributes: XmlAttributes): void => {
    if (this.#isInValue) throw mixedText()
    if (name === 'row') this.#openRow(attributes)
    else if (name === 'col') this.#noteColumns(attributes)
    else if (name === 'c') this.#openCell(attributes)
    else if (name === 'rPh') this.#isInPhonetic = true
    else if (name === 'f') this.#hasFormula = this.#isInCell
    else if (name === 'v' || name === 't') this.#isInValue = this.#isInCell && !this.#isInPhonetic
  }

  text = (text: string): void => {
    if (this.#isInValue) this.#value.push(text)
  }

  close = (name: string): void => {
    if (name === 'v' || name === 't') this.#isInValue = false
    else if (name === 'rPh') this.#isInPhonetic = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#closeRow()
  }

  #noteColumns({ min, max, hidden, width }: XmlAttributes): void {
    if (hidden !== '1' && hidden !== 'true' && Number(width ?? 1) !== 0) return
    const last = Math.min(Number(max), this.#columnCount)
    for (let column = Number(min); column <= last; column += 1) this.#hiddenColumns.add(column - 1)
  }

  #openRow({ r, hidden, ht }: XmlAttributes): void {
    const row = r === undefined ? this.#row + 1 : Number(r)
    if (!Number.isSafeInteger(row) || row <= this.#row) {
      throw new UnreadableFileError('the rows do not stand in order here: the workbook is damaged', this.#row)
    }
    this.#row = row
    this.#isRowHidden = hidden === '1' || hidden === 'true' || Number(ht ?? 1) === 0
    this.#column = -1
    this.#cells = new Map()
  }

  #openCell(attributes: XmlAttributes): void {
    this.#cellCount += 1
    if (this.#cellCount > this.#limits.maxCells) {
      throw new UnreadableFileError(
        `the sheet has more than ${formatLimit(this.#limits.maxCells)} cells, which is the limit`,
      )
    }
    const column = attributes.r === undefined ? this.#column + 1 : columnOf(attributes.r)
    if (column <= this.#column) {
      throw new UnreadableFileError(
        'the cells do not stand in order here: the workbook is damaged',
        this.#row,
      )
    }
    this.#column = column
    this.#cell = attributes
    this.#isInCell = column < this.#columnCount
    this.#hasFormula = false
    this.#value = []
  }

  #closeCell(): void {
    if (this.#isInCell) {
      const cell = this.#readCell()
      if (cell) this.#cells.set(this.#column, cell)
    }
    this.#isInCell = false
  }

  #readCell(): XlsxCell | null {
    const value = this.#value.join('')
    const { t: type = 'n', s: style } = this.#cell
    if (type === 's') {
      const text = /^\s*\d+\s*$/.test(value) ? this.#strings[Number(value)] : undefined
      if (text === undefined) return { kind: 'other', problem: 'refers to a text that the workbook lacks' }
      return textCell(text)
    }
    if (value.trim() === '' && this.#hasFormula) {
      return {
        kind: 'other',
        problem: 'is a formula without a stored result: open the file and save it again',
      }
    }
    if (type === 'str' || type === 'inlineStr') return textCell(value)
    if (value.trim() === '') return null
    if (type === 'n') return this.#readNumber(value.trim(), Number(style ?? 0))
    const problems: Record<string, string> = {
      b: 'is TRUE or FALSE',
      d: 'is a date',
      e: `is the error ${value}`,
    }
    return { kind: 'other', problem: problems[type] ?? 'is of an unknown kind' }
  }

  #readNumber(text: string, style: number): XlsxCell {
    const format = this.#formats[style] ?? 'plain'
    if (format === 'date') return { kind: 'other', problem: 'is a date' }
    if (format === 'percent') return { kind: 'other', problem: 'is a percentage' }
    return { kind: 'number', text, isMoney: format === 'money' }
  }

  #closeRow(): void {
    if (this.#cells.size === 0) return
    this.#rowCount += 1
    if (this.#rowCount > this.#limits.maxRows + 1) {
      throw new UnreadableFileError(
        `the sheet has more than ${formatLimit(this.#limits.maxRows)} rows, which is the limit`,
      )
    }
    const hiddenColumns = this.#hiddenColumns
    this.#rows.push({ row: this.#row, cells: this.#cells, isHidden: this.#isRowHidden, hiddenColumns })
  }
}

/** Trims spaces around a text, non-breaking ones too; null for an empty text. */
function textCell(text: string): XlsxCell | null {
  if (text.length > MAX_TEXT)
    return { kind: 'other', problem: `is longer than ${formatLimit(MAX_TEXT)} characters` }
  const trimmed = text.trim()
  return trimmed === '' ? null : { kind: 'text', text: trimmed }
}

/** Tells whether a text has digits from a place on, and nothing else. */
function isNumber(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 48 || code > 57) return false
  }
  return from < text.length
}

/** Returns the index of a reference's column: 1 for "B12". Throws UnreadableFileError. */
function columnOf(reference: string): number {
  let column = 0
  let at = reference.startsWith('$') ? 1 : 0
  for (const last = at + MAX_COLUMN_LETTERS; at < last; at++) {
    const letter = reference.charCodeAt(at) - 64
    if (!(letter >= 1 && letter <= 26)) break
    column = column * 26 + letter
  }
  if (column === 0 || !isNumber(reference, reference[at] === '$' ? at + 1 : at)) {
    throw new UnreadableFileError(`"${reference}" is no cell: the workbook is damaged`)
  }
  return column - 1
}

/** Reads the workbook's shared texts, which cells refer to by number. The pieces of a formatted text are joined. */
async function readSharedStrings(archive: XlsxArchive, path: string, limits: XlsxLimits): Promise<string[]> {
  const strings: string[] = []
  let pieces: string[] = []
  let isInText = false
  let isInPhonetic = false
  const reading = readXml(archive.read(path), {
    open(name) {
      if (isInText) throw mixedText()
      if (name === 'si') pieces = []
      else if (name === 'rPh') isInPhonetic = true
      else if (name === 't') isInText = !isInPhonetic
    },
    text(text) {
      if (isInText) pieces.push(text)
    },
    close(name) {
      if (name === 't') isInText = false
      else if (name === 'rPh') isInPhonetic = false
      else if (name === 'si') {
        strings.push(pieces.join(''))
        if (strings.length > limits.maxSharedStrings) throw tooManyStrings(limits)
      }
    },
  })
  for await (const _ of reading) await setImmediate()
  return strings
}

function tooManyStrings({ maxSharedStrings }: XlsxLimits): UnreadableFileError {
  return new UnreadableFileError(
    `the workbook has more than ${formatLimit(maxSharedStrings)} texts, which is the limit`,
  )
}

/** The display format of a number cell. A date or a percentage shows something else than the stored number; a currency is no token. */
export type NumberFormat = 'plain' | 'date' | 'percent' | 'money'

/** Formats that every workbook has without declaring them (ECMA-376 part 1, 18.8.30). */
const BUILT_IN: readonly [from: number, to: number, format: NumberFormat][] = [
  [5, 8, 'money'],
  [9, 10, 'percent'],
  [14, 22, 'date'],
  [27, 36, 'date'],
  [42, 42, 'money'],
  [44, 44, 'money'],
  [45, 47, 'date'],
  [50, 58, 'date'],
]

/** Reads the number format of each cell style, by the style's number. */
async function readNumberFormats(archive: XlsxArchive, path: string): Promise<NumberFormat[]> {
  const custom = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  let isInCellStyles = false
  await parseXml(archive.read(path), {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId ?? 0)
      if (name === 'numFmt') custom.set(id, readFormatCode(formatCode ?? ''))
      if (name === 'cellXfs') isInCellStyles = true
      if (name === 'xf' && isInCellStyles) formats.push(custom.get(id) ?? builtIn(id))
    },
    close(name) {
      if (name === 'cellXfs') isInCellStyles = false
    },
  })
  return formats
}

function builtIn(id: number): NumberFormat {
  return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'plain'
}

/** Reads a format like `[$-409]yyyy\-mm\-dd;@`. Quoted text, escaped characters, colours and locales are ignored. */
function readFormatCode(code: string): NumberFormat {
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?:h+|m+|s+)\]/gi, 's')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/general/gi, '')
  if (/[ymdhs]/i.test(bare)) return 'date'
  if (bare.includes('%')) return 'percent'
  return CURRENCY.test(code) ? 'money' : 'plain'
}

/** The sign of a currency, also in brackets with its locale (`[$€-407]`), or the name of a common one between quotes. */
const CURRENCY = /[€£¥₹₽₩₺]|\[\$[^\]-]|(?:^|[^[])\$|"[^"]*\b(?:USD|EUR|GBP|CHF|JPY|CNY|INR)\b/i
