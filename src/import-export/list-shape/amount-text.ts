import type { AmountField } from '#import-export/allocation-entry.ts'
import type { SheetCell } from '#import-export/sheet-row.ts'

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
