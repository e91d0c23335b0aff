import type { AmountField } from '#import-export/allocation-entry.ts'
import type { SheetCell, SheetRow } from '#import-export/sheet-row.ts'
import { UnreadableFileError } from '#import-export/unreadable-file-error.ts'
import { type DecimalMark, markEvidence } from './amount-text.ts'
import { crossCheckOf } from './cross-check.ts'
import { ADDRESS_NAMES, AMOUNT_NAMES, comparableName, KNOWN_EXPORTS } from './known-columns.ts'
import type { ListChoices, ListShape } from './list-shape.ts'
import { UnknownColumnsError } from './unknown-columns-error.ts'

/** So many rows are shown of a file whose columns are not known. */
const SHOWN_ROWS = 3
const MAX_SHOWN_CELL = 100

/** An address, with the chain's short name that some tools put before it. */
const EVM_ADDRESS_CELL = /^(?:[a-z0-9-]{1,20}:)?0x[0-9a-f]{40}$/i
const AMOUNT_CELL = /^(?:0x[0-9a-f]{1,64}|\d[\d.,'’\s]*)$/i

type FoundColumns = Pick<ListShape, 'source' | 'address' | 'amount' | 'unit' | 'isUnitCertain'>

interface ListTop {
  /** The columns' names; null where the first row is a holder already. */
  names: readonly string[] | null
  /** Rows after the header. */
  samples: readonly SheetRow[]
  coinDecimals: number
}

/**
 * Finds what a list's columns are, by their names and by the first rows, and never by a guess: where names and content leave a
 * choice, it is the operator's. Throws UnknownColumnsError with what was found, or UnreadableFileError.
 */
export function findListShape(
  own: readonly string[] | null,
  top: readonly SheetRow[],
  coinDecimals: number,
  choices: ListChoices,
): ListShape {
  const first = top[0]
  const hasHeader = own === null && first !== undefined && !first.cells.some(isAddress)
  const names = own ?? (hasHeader ? first.cells.map((cell) => textOf(cell) ?? '') : null)
  const list: ListTop = { names, samples: hasHeader ? top.slice(1) : top, coinDecimals }
  const columns = columnsOf(list)
  const found =
    chosenColumns(columns, choices) ?? knownColumns(list) ?? namedColumns(list) ?? bareColumns(list)
  if (!found) throw new UnknownColumnsError(columns, shownRows(list.samples, columns.length))
  const shape = {
    ...found,
    ...unitOf(found, list, choices),
    columns,
    hasHeader,
    samples: shownRows(list.samples, columns.length),
  }
  return {
    ...shape,
    decimalMark: choices.decimalMark ?? markOf(shape, list.samples),
    isMarkCertain: choices.decimalMark !== undefined,
    ...crossCheckOf(shape, list),
  }
}

export function textOf(cell: SheetCell): string | undefined {
  if (cell === undefined || typeof cell === 'string') return cell
  return 'number' in cell ? cell.number : undefined
}

function isAddress(cell: SheetCell): boolean {
  return typeof cell === 'string' && EVM_ADDRESS_CELL.test(cell.trim())
}

function columnsOf({ names, samples }: ListTop): string[] {
  const count = Math.max(names?.length ?? 0, ...samples.map(({ cells }) => cells.length))
  return Array.from({ length: count }, (_, index) => names?.[index]?.trim() || `column ${index + 1}`)
}

function chosenColumns(columns: readonly string[], { columns: chosen }: ListChoices): FoundColumns | null {
  if (!chosen) return null
  const address = columns.indexOf(chosen.address)
  const amount = columns.indexOf(chosen.amount)
  if (address < 0 || amount < 0 || address === amount) {
    throw new UnreadableFileError(
      `the columns are ${columns.map((name) => `"${name}"`).join(', ')}: choose two of them`,
    )
  }
  const unit = AMOUNT_NAMES.get(comparableName(chosen.amount)) ?? null
  return {
    source: 'columns that were chosen',
    address,
    amount,
    unit: unit ?? 'amountUA',
    isUnitCertain: unit !== null,
  }
}

function knownColumns({ names }: ListTop): FoundColumns | null {
  if (names === null) return null
  const compared = names.map(comparableName)
  const find = (wanted: readonly string[]) =>
    wanted.map((name) => compared.indexOf(name)).find((index) => index >= 0) ?? -1
  for (const { source, address, amount, besides = [], unit, isUnitCertain } of KNOWN_EXPORTS) {
    const at = find(address)
    const paid =
      amount.map((name) => compared.indexOf(name)).find((index) => index >= 0 && index !== at) ?? -1
    if (at < 0 || paid < 0 || !besides.every((group) => find(group) >= 0)) continue
    return { source, address: at, amount: paid, unit, isUnitCertain }
  }
  return null
}

/** Finds one column with a name for addresses and one with a name for amounts; null where there are none, or several. */
function namedColumns({ names }: ListTop): FoundColumns | null {
  if (names === null) return null
  const compared = names.map(comparableName)
  const addresses = indexesOf(compared, (name) => ADDRESS_NAMES.has(name))
  const amounts = indexesOf(compared, (name) => AMOUNT_NAMES.has(name))
  const [address] = addresses
  const [amount] = amounts
  if (addresses.length !== 1 || amounts.length !== 1 || address === undefined || amount === undefined)
    return null
  const unit = AMOUNT_NAMES.get(compared[amount] ?? '') ?? null
  return {
    source: 'columns with common names',
    address,
    amount,
    unit: unit ?? 'amountUA',
    isUnitCertain: unit !== null,
  }
}

/** Finds the two columns of a list without a header, as senders of many payments take it: an address and an amount. */
function bareColumns({ names, samples }: ListTop): FoundColumns | null {
  if (names !== null || samples.length === 0) return null
  const count = Math.max(...samples.map(({ cells }) => cells.length))
  const isEvery = (index: number, test: (text: string) => boolean) =>
    samples.every(({ cells }) => test(textOf(cells[index])?.trim() ?? ''))
  const indexes = Array.from({ length: count }, (_, index) => index)
  const [address, ...otherAddresses] = indexes.filter((index) =>
    isEvery(index, (text) => EVM_ADDRESS_CELL.test(text)),
  )
  const [amount, ...otherAmounts] = indexes.filter(
    (index) => index !== address && isEvery(index, (text) => AMOUNT_CELL.test(text)),
  )
  if (address === undefined || amount === undefined || otherAddresses.length + otherAmounts.length > 0)
    return null
  return { source: 'a list without a header', address, amount, unit: 'amountUA', isUnitCertain: false }
}

/** Decides the unit: as chosen, as the columns say, or as the first rows show. */
function unitOf(
  { unit, isUnitCertain, amount }: FoundColumns,
  { samples }: ListTop,
  choices: ListChoices,
): { unit: AmountField; isUnitCertain: boolean } {
  if (choices.unit) return { unit: choices.unit, isUnitCertain: true }
  if (isUnitCertain) return { unit, isUnitCertain }
  const texts = samples.flatMap(({ cells }) => textOf(cells[amount])?.trim() ?? [])
  if (texts.length > 0 && texts.every((text) => /^0x/i.test(text)))
    return { unit: 'amountWei', isUnitCertain: true }
  if (texts.some(hasFraction)) return { unit: 'amountUA', isUnitCertain: true }
  return { unit, isUnitCertain: false }
}

/** True of an amount that can only be one in whole tokens: wei have no fraction. */
export function hasFraction(text: string): boolean {
  const evidence = markEvidence(text)
  return (evidence === '.' && text.includes('.')) || (evidence === ',' && text.includes(','))
}

function markOf({ unit, amount }: FoundColumns, samples: readonly SheetRow[]): DecimalMark {
  if (unit === 'amountWei') return '.'
  const marks = samples.map(({ cells }) => markEvidence(textOf(cells[amount])?.trim() ?? ''))
  return marks.includes(',') && !marks.includes('.') ? ',' : '.'
}

function indexesOf(names: readonly string[], test: (name: string) => boolean): number[] {
  return names.flatMap((name, index) => (test(name) ? [index] : []))
}

/** Returns the first rows as they are shown to who publishes a list. */
export function shownRows(samples: readonly SheetRow[], count: number): string[][] {
  return samples
    .slice(0, SHOWN_ROWS)
    .map(({ cells }) =>
      Array.from({ length: count }, (_, index) => (textOf(cells[index]) ?? '').slice(0, MAX_SHOWN_CELL)),
    )
}
