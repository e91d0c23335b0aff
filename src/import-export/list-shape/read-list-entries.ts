import type { AllocationEntry, MisshapenEntry } from '#import-export/allocation-entry.ts'
import type { SheetRow, SheetRows } from '#import-export/sheet-row.ts'
import { chainOfAddress, readAddressText } from './address-text.ts'
import { markOfCell, readAmountText } from './amount-text.ts'
import { findListShape, headerIndexOf, problemAbove, shownRows, textOf } from './find-list-shape.ts'
import type { ListChoices, ListShape } from './list-shape.ts'
import { ownColumnsOf, wrongCount } from './own-columns.ts'
import { readCell } from './read-cell.ts'
import { UnknownColumnsError } from './unknown-columns-error.ts'

/** So many rows decide what the columns are. */
const TOP_ROWS = 200

type Entry = AllocationEntry | MisshapenEntry

export interface ListReadingOptions {
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

  /** Decides what the columns are, unless no row is sound, and returns the entries of the first rows. */
  function begin(): Entry[] {
    const all = top.splice(0)
    // Just so many decide, whatever chunk they came in: a second reading finds the same.
    const start = sheet.names === null ? headerIndexOf(all.slice(0, TOP_ROWS), coinDecimals) : 0
    const rows = all.slice(start)
    const sound = rows.filter(({ problem }) => problem === undefined).slice(0, TOP_ROWS)
    const width = Math.max(...sound.map(({ cells }) => cells.length))
    const [first] = sound
    const above = all.slice(0, start).flatMap((row): MisshapenEntry[] => {
      const problem = first ? problemAbove(row, first) : null
      return problem === null ? [] : [{ row: row.row, problem }]
    })
    if (!first) return rows.map(({ row, problem = '' }) => ({ row, problem }))
    // Their own reader knows no other mark than the point.
    const own = choices.columns || choices.decimalMark === ',' ? null : ownColumnsOf(sheet, first)
    const shape = own
      ? shapeOfOwn(own, sheet, sound, choices.decimalMark !== undefined)
      : findListShape(sheet.names?.slice(0, width) ?? null, sound, coinDecimals, choices)
    onShape(shape)
    read = own ? own.read : foreignReader(shape, sheet.isFixedWidth ? first.cells.length : null)
    return [...above, ...entriesOf(shape.hasHeader ? rows.slice(1) : rows, read)]
  }

  try {
    for await (const rows of sheet.rows) {
      if (read) {
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
  { names }: SheetRows,
  sound: readonly SheetRow[],
  isMarkCertain: boolean,
): ListShape {
  const { address, amount, amountField: unit } = own
  return {
    source: 'a list of address and amount',
    columns: [...own.names],
    address,
    amount,
    unit,
    isUnitCertain: true,
    decimalMark: '.',
    isMarkCertain,
    hasHeader: names === null,
    samples: shownRows(names === null ? sound.slice(1) : sound, own.names.length),
  }
}

function foreignReader(shape: ListShape, count: number | null): (row: SheetRow) => Entry {
  const { address, amount, unit, areHex, decimalMark, checkRow, columns } = shape
  let chain = ''
  return ({ row, cells, problem }) => {
    if (problem !== undefined) return { row, problem }
    // A thousands separator splits an amount in two: its first part must never pass for the whole.
    if (count !== null && cells.length !== count) return { row, problem: wrongCount(cells.length, count) }
    const addressText = readCell(cells[address], `address in ${columns[address]}`)
    const amountText = readCell(cells[amount], `amount in ${columns[amount]}`)
    if ('problem' in addressText) return { row, problem: addressText.problem }
    if ('problem' in amountText) return { row, problem: amountText.problem }
    const contradiction = checkRow?.(cells.map(textOf)) ?? null
    if (contradiction !== null) return { row, problem: contradiction }
    if (areHex && !/^0x/i.test(amountText.text.trim())) return { row, problem: notHex(amountText.text) }
    // A number is written with a point, whatever mark the texts beside it have.
    const mark = typeof cells[amount] === 'string' ? decimalMark : '.'
    const read = readAmountText(amountText.text.trim(), unit, mark)
    if ('problem' in read) return { row, problem: read.problem }
    const itsChain = chainOfAddress(addressText.text)
    chain ||= itsChain
    if (itsChain !== '' && itsChain !== chain) return { row, problem: otherChain(itsChain, chain) }
    return {
      row,
      address: readAddressText(addressText.text),
      amount: read.plain,
      amountField: unit,
      mark: markOfCell(cells[amount]),
    }
  }
}

/** Uniswap's own tool takes "100" for 256. */
function notHex(text: string): string {
  return `"${text.slice(0, 40)}" is not hexadecimal, as the amounts before it are`
}

/** The same address on two chains may be two people's. */
function otherChain(chain: string, first: string): string {
  return `the address is one of ${chain} here, and of ${first} in the rows before`
}
