import type { SheetCell } from '#lists/sheet-row.ts'

/** Spreadsheets keep this many digits of a typed number. */
export const KEPT_DIGITS = 15

/** A number cell's amount in plain decimal notation, or why it can not be told exactly. */
export type ExactNumber = { amount: string } | { problem: string }

/**
 * Reads the text of a number cell. More than 15 digits are refused, since some may have been lost before it was saved, with
 * one exception: Excel writes the number 1.1 as 1.1000000000000001, the double nearest to it. Where the text is such a
 * double to its last digit, and a number of 15 digits has the very same double, that number was typed.
 */
export function readExactNumber(text: string): ExactNumber {
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+$/.test(text)) {
    return { problem: `"${text}" is written with an exponent: format the cell as text and write it out` }
  }
  if (countDigits(text) <= KEPT_DIGITS) return { amount: text }
  const typed = typedNumber(text)
  if (typed !== null) return { amount: typed }
  return {
    problem: `"${text}" has more than ${KEPT_DIGITS} digits, which a number cell does not keep exactly: format the cell as text and write it again`,
  }
}

/** Rounds a plain decimal to the digits that a spreadsheet keeps, as String writes the nearest number. */
export function roundToKept(text: string): string {
  if (text.length <= KEPT_DIGITS || countDigits(text) <= KEPT_DIGITS) return text
  // So few digits are those of the number that they make.
  return plainDecimal(Number(text), KEPT_DIGITS) ?? String(Number(Number(text).toPrecision(KEPT_DIGITS)))
}

/** Significant digits: zeros at either end do not count. */
export function countDigits(text: string): number {
  let [digits, zeros] = [0, 0]
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '.') continue
    if (character !== '0') {
      digits += zeros + 1
      zeros = 0
    } else if (digits > 0) zeros += 1
  }
  return digits
}

function typedNumber(text: string): string | null {
  const double = Number(text)
  const isDouble = [KEPT_DIGITS + 1, KEPT_DIGITS + 2].some((digits) => plainDecimal(double, digits) === text)
  const typed = plainDecimal(double, KEPT_DIGITS)
  return isDouble && typed !== null && Number(typed) === double ? typed : null
}

/** A double rounded to so many digits, without zeros at its end; null where that takes an exponent. */
export function plainDecimal(double: number, digits: number): string | null {
  const text = double.toPrecision(digits)
  if (!/^\d+(\.\d+)?$/.test(text)) return null
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** A cell's text, or why it can not be used. */
export type CellText = { text: string } | { problem: string }

/** Reads a cell as text: of a number, the digits that it is certain to have. `what` says what should stand there. */
export function readCell(cell: SheetCell, what: string): CellText {
  if (cell === undefined) return { problem: `there is no ${what}` }
  if (typeof cell === 'string') return { text: cell }
  if ('problem' in cell) return { problem: cell.problem }
  const exact = readExactNumber(cell.number)
  return 'problem' in exact ? exact : { text: exact.amount }
}
