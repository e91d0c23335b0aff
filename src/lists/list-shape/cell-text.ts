import type { SheetCell } from '#lists/read-file.ts'

/** Spreadsheets keep this many digits of a typed number. */
export const KEPT_DIGITS = 15

/** A number cell's amount in plain decimal notation, or why it can not be told exactly. */
type ExactNumber = { amount: string } | { problem: string }

/**
 * Reads the text of a number cell. More than 15 digits are refused, since some may have been lost before it was saved, with
 * one exception: Excel writes the number 1.1 as 1.1000000000000001, the double nearest to it. Where the text is such a
 * double to its last digit, and a number of 15 digits has the very same double, that number was typed.
 */
function readExactNumber(text: string): ExactNumber {
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+$/.test(text)) {
    return { problem: `"${text}" is written with an exponent: write it out, as text` }
  }
  if (countDigits(text) <= KEPT_DIGITS) return { amount: text }
  const typed = typedNumber(text)
  if (typed !== null) return { amount: typed }
  return {
    problem: `"${text}" has more than ${KEPT_DIGITS} digits, which no number keeps exactly: write it again, as text`,
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
  // Its digits are all there: no spreadsheet has kept it as a double.
  if (cell.isWritten && /^\d+$/.test(cell.number)) return { text: cell.number }
  const exact = readExactNumber(cell.number)
  return 'problem' in exact ? exact : { text: exact.amount }
}

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
  /** Its text shows how thousands are grouped. */
  showsGroups?: boolean
  /** Not seen by who opens the file. */
  isHidden?: true
}

/** A row that is not shaped like one. */
export interface MisshapenEntry {
  row: number
  problem: string
  /** What stands in the place of its address, where that is none: the row may be no holder's. */
  inPlaceOfAddress?: string
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

type AmountText = { plain: string } | { problem: string }

const DIGITS = /^\d*$/
const HEX = /^0x[0-9a-f]{1,64}$/i
const PLAIN = { '.': /^\d+(\.\d+)?$/, ',': /^\d+(,\d+)?$/ } as const
/** Thousands are grouped by the other mark, a space of any kind, or an apostrophe; in India above the first thousand by twos. */
const GROUPED = {
  '.': /^(?:\d{1,3}(?:(?:,\d{3})+|(?:['’\s]\d{3})+)|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d+)?$/,
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

/** Tells whether an amount shows how thousands are grouped in its file: then one mark with three digits after it is no riddle. */
export function showsGroups(cell: SheetCell): boolean {
  return typeof cell === 'string' && /\d[.,'’\s]\d+[.,'’\s]\d/.test(cell)
}

/** Tells what a cell says of the marks of its column's texts: nothing where it is a number. */
export function markOfCell(cell: SheetCell): MarkEvidence {
  return typeof cell === 'string' ? markEvidence(cell.trim()) : 'none'
}

/** Spreadsheets and pandas write a whole number with one zero or two after a point. */
function readWholeNumber(text: string): AmountText {
  if (HEX.test(text)) return { plain: BigInt(text).toString() }
  const whole = text.replace(/\.00?$/, '')
  return { plain: GROUPED['.'].test(whole) && !whole.includes('.') ? whole.replace(/\D/g, '') : whole }
}

function nameOf(mark: DecimalMark): string {
  return mark === '.' ? 'point' : 'comma'
}

/**
 * An address as exports write it: with the chain before it (`eth:0x…`, CAIP-10's `eip155:1:0x…`, `ronin:…`, XDC's `xdc…`), as the bytes of
 * a database (`\x…`), or as digits alone.
 */
const WRITTEN =
  /^(?:did:pkh:)?(?<chain>(?:[a-z0-9-]{1,20}:){0,2})(?<sign>0x|xdc|\\x)?(?<digits>[0-9a-f]{40})$/i

const PLAIN_ADDRESS = /^0x[0-9a-f]{40}$/i
const PLAIN_LENGTH = 42

/** The longest link with an address in it. */
const MAX_TEXT = 1000

/** A link to an explorer, as in Markdown or in HTML, whose text is the address. */
const LINKS = [
  /^\[(?<text>[^\]\s]{1,80})\]\((?<url>[^)\s]*)\)$/,
  /^<a\b(?<url>[^<>]*)>(?<text>[^<>\s]{1,80})<\/a>$/i,
]

const ADDRESS_IN_URL = /0x[0-9a-f]{40}(?![0-9a-f])/gi

/** Tells whether a text is an address, however an export writes it. */
export function isAddressText(text: string): boolean {
  return digitsOf(text) !== null
}

/** Texts that a holder's address was meant by: one with a digit too few or a letter in it, or a name of ENS. */
const MEANT = /^\s*(?:[0o]x[0-9a-z]{10,}|\S+\.eth|(?=[a-z]*\d)[0-9a-z]{36,46})\s*$/i

/** Tells whether a text is an address or was meant to be one: what holds it is a holder, never a fact about the list. */
export function isMeantAsAddress(text: string): boolean {
  return isAddressText(text) || MEANT.test(text)
}

/** Reads an address as an export writes it: `0x` and the digits as they stand. A text that is none comes back as it is. */
export function readAddressText(text: string): string {
  // Whether its digits are any is for who checks the address: so long a text with this beginning is read in no other way.
  if (text.length === PLAIN_LENGTH && text.startsWith('0x')) return text
  const digits = digitsOf(text)
  return digits === null ? text : `0x${digits}`
}

/** The chain that an address names before it, in lower case; '' where it names none. */
export function chainOfAddress(text: string): string {
  if (PLAIN_ADDRESS.test(text)) return ''
  return WRITTEN.exec(text.trim())?.groups?.chain?.toLowerCase() ?? ''
}

function digitsOf(text: string): string | null {
  // Most texts are none, or plain.
  if (text.length < 40 || text.length > MAX_TEXT) return null
  if (PLAIN_ADDRESS.test(text)) return text.slice(2)
  const trimmed = text.trim()
  const link = LINKS.map((each) => each.exec(trimmed)?.groups).find((groups) => groups !== undefined)
  const { chain = '', sign = '', digits = null } = WRITTEN.exec(link?.text ?? trimmed)?.groups ?? {}
  // Forty digits of nothing but 0 to 9 are a number as well.
  if (digits === null || (chain + sign === '' && !/[a-f]/i.test(digits))) return null
  if (!link) return digits
  // A link of a token's holder names the token as well: one of its addresses has to be the text's.
  const linked = link.url?.match(ADDRESS_IN_URL) ?? []
  const isSame =
    linked.length === 0 || linked.some((each) => each.slice(2).toLowerCase() === digits.toLowerCase())
  return isSame ? digits : null
}
