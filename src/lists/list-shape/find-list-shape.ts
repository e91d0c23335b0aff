import { AmountSyntaxError, parseAmountUAAsWei, parseWei } from '#domain/amounts.ts'
import { type SheetCell, type SheetRow, UnreadableFileError } from '#lists/read-file.ts'
import {
  type DecimalMark,
  isAddressText,
  isMeantAsAddress,
  markEvidence,
  markOfCell,
  readFieldName,
} from './cell-text.ts'
import {
  comparableName,
  DECIMALS_NAMES,
  EXACT_COLUMN,
  ID_NAME,
  isAddressName,
  isFileFact,
  isNamedTwice,
  KNOWN_EXPORTS,
  unitOfName,
} from './known-columns.ts'
import { ContradictionError, type ListChoices, type ListShape, UnknownColumnsError } from './list-shape.ts'
import { AMOUNT_CELL, OtherColumns, SHOWN_ROWS, textOf } from './other-columns.ts'

const MAX_SHOWN_CELL = 100

const NO_ADDRESSES =
  'no cell of the first rows is an EVM address (0x and 40 hexadecimal digits): save the list as CSV, with a column of addresses and one of amounts'

const BESIDE_EACH_OTHER = 'the addresses stand beside each other: export the list with a row for each holder'
/** No export has so many addresses of one holder. */
const MANY_ADDRESSES = 6

type FoundColumns = Pick<ListShape, 'source' | 'address' | 'amount' | 'exact' | 'unit' | 'isUnitCertain'> & {
  /** Other columns of the export that have numbers, as they are compared: none of them is meant. */
  known?: readonly string[]
}

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
  isFixedWidth = false,
): FoundShape {
  const first = top[0]
  const hasHeader = own === null && first !== undefined && isHeader(first) && !hasMeantAddress(first)
  const names = own ?? (hasHeader ? first.cells.map((cell) => textOf(cell) ?? '') : null)
  const list: ListTop = { names, samples: hasHeader ? top.slice(1) : top, coinDecimals }
  const columns = columnsOf(list)
  const samples = shownRows(list.samples, columns.length)
  const chosen = chosenColumns(columns, choices)
  const any = chosen ?? knownColumns(list) ?? namedColumns(list) ?? bareColumns(list)
  if (!any && !list.samples.some(hasMeantAddress)) throw new UnreadableFileError(NO_ADDRESSES)
  if (!any && isWide(list.samples)) throw new UnreadableFileError(BESIDE_EACH_OTHER)
  if (!any) throw new UnknownColumnsError(columns, samples)
  const { known = [], ...found } = any
  const shape = { ...found, ...unitOf(found, list, choices), columns, hasHeader, samples }
  // Of a line with a cell too many its own problem is told.
  const width = names?.length ?? 0
  const isEven = !isFixedWidth || list.samples.every(({ cells }) => cells.length === width)
  const isJudged = !chosen && (names === null || isEven)
  const others = isJudged
    ? new OtherColumns({ ...found, known, width: isFixedWidth ? columns.length : undefined }, list.samples)
    : null
  assertNoOtherMeant(others, columns)
  return {
    others,
    shape: {
      ...shape,
      decimalMark:
        choices.decimalMark ?? (shape.unit === 'amountWei' ? '.' : markOfColumn(shape.amount, list.samples)),
      isMarkCertain: choices.decimalMark !== undefined,
      ...crossCheckOf(shape, list),
    },
  }
}

/** What the columns were found to be, and the watch over the others; null where a person has chosen. */
export interface FoundShape {
  shape: ListShape
  others: OtherColumns | null
}

/** Throws UnknownColumnsError where another column than those that were taken may be meant, as the rows so far say. */
export function assertNoOtherMeant(others: OtherColumns | null, columns: readonly string[]): void {
  const doubt = others?.doubt(columns)
  if (doubt) throw new UnknownColumnsError(columns, shownRows(doubt.rows, columns.length), doubt.why)
}

/**
 * Finds the row that names the columns: above it may stand a title, notes, or Excel's `sep=;`. Rows with something like an address are
 * never above it. 0 where none is found.
 */
export function headerIndexOf(top: readonly SheetRow[], coinDecimals: number): number {
  const firstHolder = top.findIndex(({ cells }) => cells.some(isAddress))
  const above = top.slice(0, Math.max(firstHolder, 0))
  const start = above.findIndex((row) => !isHeader(row))
  const headers = start < 0 ? above : above.slice(0, start)
  const isNamed = (row: SheetRow) => !hasMeantAddress(row)
  const namesOf = ({ cells }: SheetRow) => cells.map((cell) => textOf(cell) ?? '')
  const isKnown = (row: SheetRow) => {
    const list = { names: namesOf(row), samples: top.slice(firstHolder), coinDecimals }
    return hasOwnNames(list.names) || knownColumns(list) !== null || namedColumns(list) !== null
  }
  const width = top[firstHolder]?.cells.length
  const isLike = (row: SheetRow) =>
    row.cells.length === width && namesOf(row).every((name) => name !== '' && !AMOUNT_CELL.test(name))
  const known = headers.findLastIndex((row) => isNamed(row) && isKnown(row))
  return known >= 0
    ? known
    : Math.max(
        headers.findLastIndex((row) => isNamed(row) && isLike(row)),
        0,
      )
}

/**
 * Says of a row above the one that names the columns why it may be a holder: something meant as an address stands in it, or it is filled as
 * a holder's row is, with an amount, and is no known fact about the list. Null where it is a title or a note.
 */
export function problemAbove(row: SheetRow, header: SheetRow): string | null {
  const filled = (of: SheetRow) => of.cells.map((cell) => textOf(cell) ?? '').filter((text) => text !== '')
  const texts = filled(row)
  const isFilledAlike = texts.length === filled(header).length && texts.some((text) => AMOUNT_CELL.test(text))
  if (!hasMeantAddress(row) && (!isFilledAlike || texts.some(isFileFact))) return null
  return `stands above the row that names the columns, and "${texts[0]?.slice(0, 60)}" is neither an address nor a known fact about the list: correct it, or take it out`
}

function hasMeantAddress({ cells }: SheetRow): boolean {
  return cells.some((cell) => typeof cell === 'string' && isMeantAsAddress(cell))
}

function hasOwnNames(names: readonly string[]): boolean {
  const fields = names.map(readFieldName)
  return fields.includes('address') && (fields.includes('amountWei') || fields.includes('amountUA'))
}

/** True of a list that was exported column by column: its holders are one row. */
function isWide([first, ...others]: readonly SheetRow[]): boolean {
  return others.length === 0 && first !== undefined && first.cells.filter(isAddress).length >= MANY_ADDRESSES
}

/** No row of which a cell is an address, or like one, names columns. */
function isHeader({ cells }: SheetRow): boolean {
  return !cells.some((cell) => isAddress(cell) || /^\s*0x/i.test(textOf(cell) ?? ''))
}

function isAddress(cell: SheetCell): boolean {
  return typeof cell === 'string' && isAddressText(cell)
}

/** Names every column by itself: two of one name could not be told apart by who chooses one. */
export function columnsOf({ names, samples }: Pick<ListTop, 'names' | 'samples'>): string[] {
  const count = Math.max(names?.length ?? 0, ...samples.map(({ cells }) => cells.length))
  const columns = new Set<string>()
  for (let index = 0; index < count; index += 1) {
    let name = names?.[index]?.trim().slice(0, MAX_SHOWN_CELL) || `column ${index + 1}`
    while (columns.has(name)) name += ` (column ${index + 1})`
    columns.add(name)
  }
  return [...columns]
}

function chosenColumns(columns: readonly string[], { columns: chosen }: ListChoices): FoundColumns | null {
  if (!chosen) return null
  const address = columns.indexOf(chosen.address)
  const amount = columns.indexOf(chosen.amount)
  if (address < 0 || amount < 0 || address === amount) {
    throw new ContradictionError(
      `the columns are ${columns.map((name) => `"${name}"`).join(', ')}: choose two of them`,
    )
  }
  const unit = unitOfName(chosen.amount) ?? null
  return {
    source: 'columns that were chosen',
    address,
    amount,
    unit: unit ?? 'amountUA',
    isUnitCertain: unit !== null,
  }
}

function knownColumns({ names, samples }: ListTop): FoundColumns | null {
  if (names === null) return null
  const compared = names.map(comparableName)
  const has = (wanted: readonly string[]) => wanted.some((name) => compared.includes(name))
  for (const {
    source,
    address,
    amount,
    besides = [],
    others: known = [],
    unit,
    isUnitCertain,
  } of KNOWN_EXPORTS) {
    const at = address
      .flatMap((name) => indexesOf(compared, (each) => each === name))
      .find((index) => samples.some(({ cells }) => isAddress(cells[index])))
    const amounts = indexesOf(compared, (name, index) => amount.includes(name) && index !== at)
    const [paid, ...otherAmounts] = amounts
    // Of two amounts nobody knows which is meant.
    if (at === undefined || paid === undefined || otherAmounts.length > 0 || !besides.every(has)) continue
    if (isNamedTwice(names, at)) continue
    const exact = compared.indexOf(EXACT_COLUMN)
    const found = { source, address: at, amount: paid, unit, isUnitCertain, known }
    return exact < 0 ? found : { ...found, exact }
  }
  return null
}

/** Finds one column with a name for addresses and one with a name for amounts; null where there are none, or several. */
function namedColumns({ names, samples }: ListTop): FoundColumns | null {
  if (names === null) return null
  // What only holds other values has their names as well.
  const isHolder = (name: string) =>
    names.some((other) => other.startsWith(`${name}.`) || other.startsWith(`${name}[`))
  const find = (test: (name: string, index: number) => boolean) =>
    indexesOf(names, (name, index) => !isHolder(name) && test(name, index))
  const isId = (name: string, index: number) =>
    ID_NAME.test(comparableName(name)) && samples.every(({ cells }) => isAddress(cells[index]))
  const named = find(isAddressName)
  const [ownAddresses, ownAmounts] = [find((name) => readFieldName(name) === 'address'), find(isOwnAmount)]
  const isOwn = ownAddresses.length === 1 && ownAmounts.length === 1
  const addresses = isOwn ? ownAddresses : named.length > 0 ? named : find(isId)
  const amounts = isOwn ? ownAmounts : find((name) => unitOfName(name) !== undefined)
  const [address] = addresses
  const [amount] = amounts
  if (addresses.length !== 1 || amounts.length !== 1 || address === undefined || amount === undefined)
    return null
  const unit = unitOfName(names[amount] ?? '') ?? null
  return {
    source: 'columns with common names',
    address,
    amount,
    unit: unit ?? 'amountUA',
    isUnitCertain: unit !== null,
  }
}

function isOwnAmount(name: string): boolean {
  const field = readFieldName(name)
  return field === 'amountUA' || field === 'amountWei'
}

/** Finds the two columns of a list without a header, as senders of many payments take it: an address and an amount. */
function bareColumns({ names, samples }: ListTop): FoundColumns | null {
  if (names?.every((name) => /^\[\d+\]$/.test(name)) === false || samples.length === 0) return null
  const count = Math.max(...samples.map(({ cells }) => cells.length))
  const isEvery = (index: number, test: (text: string) => boolean) =>
    samples.every(({ cells }) => test(textOf(cells[index])?.trim() ?? ''))
  const indexes = Array.from({ length: count }, (_, index) => index)
  const [address, ...otherAddresses] = indexes.filter((index) => isEvery(index, isAddressText))
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
): Pick<ListShape, 'unit' | 'isUnitCertain' | 'areHex'> {
  if (choices.unit) return { unit: choices.unit, isUnitCertain: true }
  if (isUnitCertain) return { unit, isUnitCertain }
  const texts = samples.flatMap(({ cells }) => textOf(cells[amount])?.trim() ?? [])
  if (texts.length > 0 && texts.every((text) => /^0x/i.test(text)))
    return { unit: 'amountWei', isUnitCertain: true, areHex: true }
  if (texts.some(hasFraction)) return { unit: 'amountUA', isUnitCertain: true }
  return { unit, isUnitCertain: false }
}

/** True of an amount that can only be one in whole tokens: wei have no fraction. Zeros are none: spreadsheets add them to any number. */
function hasFraction(text: string): boolean {
  const evidence = markEvidence(text)
  return (evidence === '.' || evidence === ',') && /[1-9]/.test(text.slice(text.lastIndexOf(evidence)))
}

/** Tells the decimal mark that a column's texts show; a point where they show none, or both. */
export function markOfColumn(column: number, samples: readonly SheetRow[]): DecimalMark {
  const marks = samples.map(({ cells }) => markOfCell(cells[column]))
  return marks.includes(',') && !marks.includes('.') ? ',' : '.'
}

/** True of a column that has nothing but numbers: also a few, which may correct the amounts of their rows. */
export function isAmountsOf(column: number, samples: readonly SheetRow[]): boolean {
  const texts = filledTexts(column, samples)
  return texts.length > 0 && texts.every((text) => AMOUNT_CELL.test(text) && !isAddressText(text))
}

function filledTexts(column: number, samples: readonly SheetRow[]): string[] {
  return samples.map(({ cells }) => textOf(cells[column])?.trim() ?? '').filter((text) => text !== '')
}

function indexesOf(names: readonly string[], test: (name: string, index: number) => boolean): number[] {
  return names.flatMap((name, index) => (test(name, index) ? [index] : []))
}

/** Returns the first rows as they are shown to who publishes a list. */
export function shownRows(samples: readonly SheetRow[], count: number): string[][] {
  return samples
    .slice(0, SHOWN_ROWS)
    .map(({ cells }) =>
      Array.from({ length: count }, (_, index) => (textOf(cells[index]) ?? '').slice(0, MAX_SHOWN_CELL)),
    )
}

type CheckRow = NonNullable<ListShape['checkRow']>

interface CheckedTop {
  names: readonly string[] | null
  coinDecimals: number
}

/** Exports that say a thing twice are held to it: a row that contradicts itself is no basis for a payment. */
export function crossCheckOf(
  { amount, unit }: Pick<ListShape, 'amount' | 'unit'>,
  { names, coinDecimals }: CheckedTop,
): Pick<ListShape, 'checkRow'> {
  const at = (name: string) => names?.findIndex((each) => comparableName(each) === name) ?? -1
  const checks: CheckRow[] = []
  const decimals = Math.max(...DECIMALS_NAMES.map(at))
  if (decimals >= 0) checks.push((cells) => wrongDecimals(cells[decimals], coinDecimals))
  const formatted = at('balanceformatted')
  if (formatted >= 0 && formatted !== amount && unit === 'amountWei') {
    checks.push((cells) => contradiction(cells[amount], cells[formatted], coinDecimals))
  }
  const tokenType = at('tokentype')
  if (tokenType >= 0) checks.push((cells) => wrongKind(cells[tokenType]))
  const token = at('tokenaddress')
  if (token >= 0) checks.push(oneToken(token))
  if (checks.length === 0) return {}
  return {
    checkRow: (cells) => checks.map((check) => check(cells)).find((problem) => problem !== null) ?? null,
  }
}

/** Returns the problem of a token's decimals that are not the portal's; null where they are, or nothing says them. */
export function wrongDecimals(text: string | undefined, coinDecimals: number): string | null {
  if (text === undefined || text.trim() === `${coinDecimals}`) return null
  return `the token has ${text} decimals here, and ${coinDecimals} in this portal's settings`
}

/** The shorter of the two may be rounded, by less than one of its last digits. */
function contradiction(
  raw: string | undefined,
  formatted: string | undefined,
  decimals: number,
): string | null {
  if (!raw || !formatted) return null
  try {
    const difference = parseWei(raw.trim()) - parseAmountUAAsWei(formatted.trim(), decimals)
    const fraction = formatted.trim().split('.')[1] ?? ''
    const lastDigit = 10n ** BigInt(Math.max(decimals - fraction.length, 0))
    if (difference > -lastDigit && difference < lastDigit) return null
    return `${raw} wei and ${formatted} tokens are not the same with ${decimals} decimals`
  } catch (error) {
    // An amount that can not be read is told by its own check.
    if (error instanceof AmountSyntaxError) return null
    throw error
  }
}

function wrongKind(text: string | undefined): string | null {
  const kind = text?.trim().toLowerCase() ?? ''
  return ['', 'erc20', 'native'].includes(kind) ? null : `"${text}" is no ERC-20 and no coin`
}

/** A list of several tokens' holders is no holder list. */
function oneToken(column: number): CheckRow {
  let token: string | undefined
  return (cells) => {
    const text = cells[column]?.trim().toLowerCase() ?? ''
    token ??= text
    return text === token
      ? null
      : `the token is ${text || 'none'} here, and ${token || 'none'} in the first row`
  }
}
