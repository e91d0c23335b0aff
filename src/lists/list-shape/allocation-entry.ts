import type { SheetCell } from '#lists/sheet-row.ts'

/** The columns of a holder list, spelled as a file should spell them. */
const ALLOCATION_FIELDS = ['address', 'amountWei', 'amountUA'] as const
export type AllocationField = (typeof ALLOCATION_FIELDS)[number]
export type AmountField = Exclude<AllocationField, 'address'>

/** One row as the file has it, not validated. */
export interface AllocationEntry {
  /** Its line in a CSV, its row in a sheet, its place in a JSON array; the first is 1. */
  row: number
  address: string
  amount: string
  amountField: AmountField
  /** What its text tells of the decimal mark; left out where `amount` is the text as the file has it. */
  mark?: MarkEvidence
  /** Not seen by who opens the file. */
  isHidden?: true
}

/** A row that is not shaped like one. */
export interface MisshapenEntry {
  row: number
  problem: string
}

/** Returns the field that a column or a key names, ignoring letter case and outer spaces. */
export function readFieldName(name: string): AllocationField | undefined {
  const lowered = name.trim().toLowerCase()
  return ALLOCATION_FIELDS.find((field) => field.toLowerCase() === lowered)
}

/** The mark before an amount's fraction. */
export type DecimalMark = '.' | ','

/** What an amount tells of its file's decimal mark: `either`, as 1,234, could be a thousand or one and a fraction. */
export type MarkEvidence = DecimalMark | 'either' | 'none'

export type AmountText = { plain: string } | { problem: string }

const DIGITS = /^\d*$/
const HEX = /^0x[0-9a-f]{1,64}$/i
const PLAIN = { '.': /^\d+(\.\d+)?$/, ',': /^\d+(,\d+)?$/ } as const
/** Thousands are grouped by the other mark, a space of any kind, or an apostrophe. */
const GROUPED = {
  '.': /^\d{1,3}(?:(?:,\d{3})+|(?:['’\s]\d{3})+)(?:\.\d+)?$/,
  ',': /^\d{1,3}(?:(?:\.\d{3})+|(?:['’\s]\d{3})+)(?:,\d+)?$/,
} as const

/**
 * Reads an amount as an export writes it: with thousands separators, a decimal comma, or in hexadecimal where it is in wei. Returns
 * plain digits, with a point before the fraction.
 */
export function readAmountText(text: string, unit: AmountField, mark: DecimalMark): AmountText {
  if (unit === 'amountWei') return readWholeNumber(text)
  if (PLAIN[mark].test(text)) return { plain: text.replace(mark, '.') }
  if (GROUPED[mark].test(text)) {
    const [whole = '', fraction] = text.split(mark)
    const digits = whole.replace(/\D/g, '')
    return { plain: fraction === undefined ? digits : `${digits}.${fraction}` }
  }
  const other = mark === '.' ? ',' : '.'
  if (PLAIN[other].test(text) || GROUPED[other].test(text)) {
    return {
      problem: `"${text}" has a decimal ${nameOf(other)}, where this file's decimal mark is a ${nameOf(mark)}`,
    }
  }
  // Left as it is: the amount's own reader says what is wrong with it.
  return { plain: text }
}

/** Tells what an amount in whole tokens says of the decimal mark of its file. */
export function markEvidence(text: string): MarkEvidence {
  if (DIGITS.test(text)) return 'none'
  const points = text.split('.').length - 1
  const commas = text.split(',').length - 1
  if (points > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
  if (points + commas === 0) return 'none'
  const mark: DecimalMark = points > 0 ? '.' : ','
  const other: DecimalMark = points > 0 ? ',' : '.'
  if (points + commas > 1) return other
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? 'either' : mark
}

/** Tells what a cell says of the marks of its column's texts: nothing where it is a number. */
export function markOfCell(cell: SheetCell): MarkEvidence {
  return typeof cell === 'string' ? markEvidence(cell.trim()) : 'none'
}

function readWholeNumber(text: string): AmountText {
  if (HEX.test(text)) return { plain: BigInt(text).toString() }
  return { plain: GROUPED['.'].test(text) && !text.includes('.') ? text.replace(/\D/g, '') : text }
}

function nameOf(mark: DecimalMark): string {
  return mark === '.' ? 'point' : 'comma'
}
