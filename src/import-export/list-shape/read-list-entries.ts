import type { AllocationEntry, MisshapenEntry } from '#import-export/allocation-entry.ts'
import type { SheetRow, SheetRows } from '#import-export/sheet-row.ts'
import { readAmountText } from './amount-text.ts'
import { findListShape, shownRows, textOf } from './find-list-shape.ts'
import type { ListChoices, ListShape } from './list-shape.ts'
import { ownColumnsOf, wrongCount } from './own-columns.ts'
import { readCell } from './read-cell.ts'

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
    const rows = top.splice(0)
    const sound = rows.filter(({ problem }) => problem === undefined)
    const [first] = sound
    if (!first) return rows.map(({ row, problem = '' }) => ({ row, problem }))
    // Their own reader knows no other mark than the point.
    const own = choices.columns || choices.decimalMark === ',' ? null : ownColumnsOf(sheet, first)
    const shape = own
      ? shapeOfOwn(own, sheet, sound, choices.decimalMark !== undefined)
      : findListShape(sheet.names, sound, coinDecimals, choices)
    onShape(shape)
    read = own ? own.read : foreignReader(shape, sheet.isFixedWidth ? first.cells.length : null)
    return (shape.hasHeader ? rows.slice(1) : rows).map(read)
  }

  try {
    for await (const rows of sheet.rows) {
      if (read) {
        yield rows.map(read)
        continue
      }
      top.push(...rows)
      if (top.length >= TOP_ROWS) yield begin()
    }
  } catch (error) {
    // What stands before the place where reading stopped is told as well.
    if (!read) yield begin()
    throw error
  }
  if (!read) yield begin()
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
  const { address, amount, unit, decimalMark, checkRow, columns } = shape
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
    const read = readAmountText(amountText.text.trim(), unit, decimalMark)
    if ('problem' in read) return { row, problem: read.problem }
    return { row, address: withoutChain(addressText.text.trim()), amount: read.plain, amountField: unit }
  }
}

/** Some tools put the chain's short name before an address: `eth:0x…`. */
function withoutChain(address: string): string {
  return address.replace(/^[a-z0-9-]{1,20}:(?=0x)/i, '')
}
