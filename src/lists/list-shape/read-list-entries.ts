import {
  columnName,
  type SheetCell,
  type SheetRow,
  type SheetRows,
  UnreadableFileError,
  wrongFieldCount,
} from '#lists/read-file.ts'
import {
  type AllocationEntry,
  type AllocationField,
  type AmountField,
  chainOfAddress,
  isMeantAsAddress,
  type MarkEvidence,
  type MisshapenEntry,
  markOfCell,
  readAddressText,
  readAmountText,
  readCell,
  readFieldName,
  showsGroups,
} from './cell-text.ts'
import {
  assertNoOtherMeant,
  columnsOf,
  crossCheckOf,
  type FoundShape,
  findListShape,
  headerIndexOf,
  problemAbove,
  shownRows,
  wrongDecimals,
} from './find-list-shape.ts'
import { isNamedTwice } from './known-columns.ts'
import { type ListChoices, type ListShape, UnknownColumnsError } from './list-shape.ts'
import { OtherColumns, textOf } from './other-columns.ts'

/** So many rows decide what the columns are. */
const TOP_ROWS = 200

type Entry = AllocationEntry | MisshapenEntry

interface ListReadingOptions {
  coinDecimals: number
  choices: ListChoices
  /** Called once, before the first entry, with what the columns were found to be. */
  onShape(shape: ListShape): void
}

/**
 * Reads rows as entries of a holder list, one array for each chunk. Ferry's own columns are taken as they are written; those of
 * other exports are found by the first rows. Throws UnreadableFileError.
 */
export async function* readListEntries(
  sheet: SheetRows,
  { coinDecimals, choices, onShape }: ListReadingOptions,
): AsyncGenerator<Entry[], void, void> {
  const top: SheetRow[] = []
  let read: ((row: SheetRow) => Entry) | undefined
  let found: FoundShape | undefined

  /** Decides what the columns are, unless no row is sound, and returns the entries of the first rows. */
  function begin(): Entry[] {
    const all = top.splice(0)
    // Just so many decide, whatever chunk they came in: a second reading finds the same.
    const start = sheet.names === null ? headerIndexOf(all.slice(0, TOP_ROWS), coinDecimals) : 0
    const rows = all.slice(start)
    const allSound = rows.filter(({ problem }) => problem === undefined)
    const sound = allSound.slice(0, TOP_ROWS)
    const width = Math.max(...sound.map(({ cells }) => cells.length))
    const [first] = sound
    const above = all.slice(0, start).flatMap((row): MisshapenEntry[] => {
      const problem = first ? problemAbove(row, first) : null
      return problem === null ? [] : [{ row: row.row, problem }]
    })
    if (!first) return rows.map(({ row, problem = '' }) => ({ row, problem }))
    // Their own reader takes them as they are named; what a person says of them is another reader's.
    const isTold = choices.columns ?? choices.unit ?? choices.decimalMark
    const own = isTold ? null : ownColumnsOf(sheet, first)
    found = own
      ? shapeOfOwn(own, sheet, sound, coinDecimals)
      : findListShape(sheet.names?.slice(0, width) ?? null, sound, coinDecimals, choices, sheet.isFixedWidth)
    const { shape } = found
    onShape(shape)
    for (const row of allSound.slice(TOP_ROWS)) found.others?.add(row)
    read = checked(
      own ? own.read : foreignReader(shape, sheet.isFixedWidth ? first.cells.length : null),
      shape,
    )
    return [...above, ...entriesOf(shape.hasHeader ? rows.slice(1) : rows, read)]
  }

  try {
    for await (const rows of sheet.rows) {
      if (read) {
        for (const row of rows) if (row.problem === undefined) found?.others?.add(row)
        yield entriesOf(rows, read)
        continue
      }
      top.push(...rows)
      if (top.length >= TOP_ROWS) yield begin()
    }
  } catch (error) {
    // What stands before the place where reading stopped is told as well. Of a file that is damaged no columns are asked.
    if (!read) yield unlessUnknown(begin)
    throw error
  }
  if (!read) yield begin()
  if (!found) return
  const { shape, others } = found
  assertNoOtherMeant(
    others,
    sheet.names === null ? shape.columns : columnsOf({ names: sheet.names, samples: [] }),
  )
  if (shape.unit !== 'amountWei') return
  for (const decimals of sheet.decimals ?? []) {
    const problem = wrongDecimals(decimals, coinDecimals)
    if (problem !== null) throw new UnreadableFileError(problem)
  }
}

function unlessUnknown(begin: () => Entry[]): Entry[] {
  try {
    return begin()
  } catch (error) {
    if (error instanceof UnknownColumnsError) return []
    throw error
  }
}

function entriesOf(rows: readonly SheetRow[], read: (row: SheetRow) => Entry): Entry[] {
  return rows.map((row) => {
    const entry = read(row)
    if (row.isHidden && !('problem' in entry)) entry.isHidden = true
    return entry
  })
}

function shapeOfOwn(
  own: { names: readonly string[]; address: number; amount: number; amountField: ListShape['unit'] },
  { names, isFixedWidth }: SheetRows,
  sound: readonly SheetRow[],
  coinDecimals: number,
): FoundShape {
  const { address, amount, amountField: unit } = own
  const samples = names === null ? sound.slice(1) : sound
  const shape: ListShape = {
    source: 'a list of address and amount',
    columns: [...own.names],
    address,
    amount,
    unit,
    isUnitCertain: true,
    decimalMark: '.',
    isMarkCertain: false,
    hasHeader: names === null,
    samples: shownRows(samples, own.names.length),
    ...crossCheckOf({ amount, unit }, { names: own.names, coinDecimals }),
  }
  const others = new OtherColumns({ ...own, width: isFixedWidth ? own.names.length : undefined }, samples)
  assertNoOtherMeant(others, shape.columns)
  return { shape, others }
}

/** Holds a row that was read to what it says twice, or of its token. */
function checked(read: (row: SheetRow) => Entry, { checkRow }: ListShape): (row: SheetRow) => Entry {
  if (!checkRow) return read
  return (row) => {
    const entry = read(row)
    const contradiction = 'problem' in entry ? null : checkRow(row.cells.map(textOf))
    return contradiction === null ? entry : { row: row.row, problem: contradiction }
  }
}

function foreignReader(shape: ListShape, count: number | null): (row: SheetRow) => Entry {
  const { address, amount, unit, areHex, decimalMark, columns } = shape
  let chain = ''
  return ({ row, cells: all, problem }) => {
    if (problem !== undefined) return { row, problem }
    const cells = withExact(all, shape)
    const texts = readTexts({ row, cells }, { address, amount }, count, (column) => String(columns[column]))
    if ('problem' in texts) return texts
    if (areHex && !/^0x/i.test(texts.amount.trim())) return { row, problem: notHex(texts.amount) }
    // A number is written with a point, whatever mark the texts beside it have.
    const mark = typeof cells[amount] === 'string' ? decimalMark : '.'
    const read = readAmountText(texts.amount.trim(), unit, mark)
    if ('problem' in read) return { row, problem: read.problem }
    const itsChain = chainOfAddress(texts.address)
    chain ||= itsChain
    if (itsChain !== '' && itsChain !== chain) return { row, problem: otherChain(itsChain, chain) }
    return {
      row,
      address: readAddressText(texts.address),
      amount: read.plain,
      amountField: unit,
      mark: markOfCell(cells[amount]),
      showsGroups: showsGroups(cells[amount]),
    }
  }
}

/** Puts the exact text in the place of an amount that a spreadsheet has rounded. */
function withExact(cells: readonly SheetCell[], { amount, exact }: ListShape): readonly SheetCell[] {
  const text = exact === undefined ? undefined : cells[exact]
  return text === undefined || text === '' ? cells : cells.with(amount, text)
}

/** Reads the texts of a row's address and amount. `count` is the number of its cells, where that is fixed. */
function readTexts(
  { row, cells }: SheetRow,
  { address, amount }: { address: number; amount: number },
  count: number | null,
  nameOf: (column: number) => string,
): { address: string; amount: string } | MisshapenEntry {
  // A thousands separator splits an amount in two: its first part must never pass for the whole.
  if (count !== null && cells.length !== count) return { row, problem: wrongFieldCount(cells.length, count) }
  const addressText = readCell(cells[address], `address in ${nameOf(address)}`)
  const amountText = readCell(cells[amount], `amount in ${nameOf(amount)}`)
  if ('problem' in addressText)
    return {
      row,
      problem: addressText.problem,
      ...(cells[address] === undefined && { inPlaceOfAddress: '' }),
    }
  if ('problem' in amountText) {
    const { text } = addressText
    return { row, problem: amountText.problem, ...(!isMeantAsAddress(text) && { inPlaceOfAddress: text }) }
  }
  return { address: addressText.text, amount: amountText.text }
}

/** Uniswap's own tool takes "100" for 256. */
function notHex(text: string): string {
  return `"${text.slice(0, 40)}" is not hexadecimal, as the amounts before it are`
}

/** The same address on two chains may be two people's. */
function otherChain(chain: string, first: string): string {
  return `the address is one of ${chain} here, and of ${first} in the rows before`
}

/** Where Ferry's own columns stand: an address, and an amountWei or an amountUA. */
interface OwnColumns {
  names: readonly string[]
  address: number
  amount: number
  amountField: AmountField
  /** Reads a row after the header. */
  read(row: SheetRow): AllocationEntry | MisshapenEntry
}

/** Finds Ferry's own columns; null where there are none. Throws UnreadableFileError where one is named twice, or both amounts are. */
function ownColumnsOf({ names, isFixedWidth }: SheetRows, first: SheetRow): OwnColumns | null {
  if (names !== null) return ofItems(names)
  const header = first.cells.map((cell) => (typeof cell === 'string' ? cell : ''))
  const indexes = new Map<AllocationField, number>()
  for (const [index, cell] of header.entries()) {
    const field = readFieldName(cell)
    if (!field) continue
    if (isNamedTwice(header, index))
      throw new UnreadableFileError(`the column ${field} is named twice`, first.row)
    indexes.set(field, index)
  }
  const address = indexes.get('address')
  const amountWei = indexes.get('amountWei')
  const amountUA = indexes.get('amountUA')
  if (amountWei !== undefined && amountUA !== undefined) {
    throw new UnreadableFileError('both amountWei and amountUA are named: keep one of them', first.row)
  }
  const amount = amountWei ?? amountUA
  if (address === undefined || amount === undefined) return null
  const amountField = amountWei === undefined ? 'amountUA' : 'amountWei'
  const columns = { names: header, address, amount, amountField } as const
  const count = isFixedWidth ? header.length : null
  return { ...columns, read: (row) => readLine(row, columns, count) }
}

function readLine(
  { row, cells }: SheetRow,
  { address, amount, amountField }: Omit<OwnColumns, 'read'>,
  count: number | null,
): AllocationEntry | MisshapenEntry {
  const texts = readTexts(
    { row, cells },
    { address, amount },
    count,
    (column) => `column ${columnName(column)}`,
  )
  if ('problem' in texts) return texts
  return {
    row,
    address: readAddressText(texts.address),
    amount: texts.amount.trim(),
    amountField,
    mark: markOf(cells[amount], amountField),
    showsGroups: showsGroups(cells[amount]),
  }
}

/** Wei have no fraction, and no mark before it. */
function markOf(cell: SheetCell, amountField: AmountField): MarkEvidence {
  return amountField === 'amountWei' ? 'none' : markOfCell(cell)
}

/** The items of a JSON name their fields themselves, each its own. */
function ofItems(names: readonly string[]): OwnColumns | null {
  const indexOf = (field: AllocationField) => names.findIndex((name) => readFieldName(name) === field)
  const address = indexOf('address')
  const first = { amountWei: indexOf('amountWei'), amountUA: indexOf('amountUA') }
  if (address < 0 || Math.max(first.amountWei, first.amountUA) < 0) return null
  // A later item may be the first with the other amount: its column is looked for until it is there.
  const at = { ...first }
  const read = ({ row, cells, problem }: SheetRow): AllocationEntry | MisshapenEntry => {
    if (at.amountWei < 0) at.amountWei = indexOf('amountWei')
    if (at.amountUA < 0) at.amountUA = indexOf('amountUA')
    if (problem !== undefined) return { row, problem }
    const hasWei = cells[at.amountWei] !== undefined
    if (cells[address] === undefined) return { row, problem: 'the address is missing' }
    if (hasWei && cells[at.amountUA] !== undefined) {
      return { row, problem: 'both amountWei and amountUA are given: keep one of them' }
    }
    const amountField = hasWei ? 'amountWei' : 'amountUA'
    const cell = cells[at[amountField]]
    if (cell === undefined) return { row, problem: 'the amount is missing: give amountWei or amountUA' }
    const addressText = readCell(cells[address], 'address')
    const amountText = readCell(cell, amountField)
    if ('problem' in addressText) return { row, problem: addressText.problem }
    if ('problem' in amountText) return { row, problem: amountText.problem }
    const mark = markOf(cell, amountField)
    return { row, address: addressText.text, amount: amountText.text, amountField, mark }
  }
  const amountField = first.amountWei < 0 ? 'amountUA' : 'amountWei'
  return { names, address, amount: first[amountField], amountField, read }
}
