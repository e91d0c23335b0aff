import { type FileLimits, formatLimit, UnreadableFileError } from './file-problems.ts'
import type { JsonToken } from './json-tokens.ts'
import { isAddressText } from './list-shape/cell-text.ts'
import type { SheetCell } from './sheet-row.ts'

/** Members of an object that holds a list. Of an array in another member its first item tells whether it is the list. */
export const LIST_MEMBERS =
  /^(accounts|claims|items|holders|owners|result|results|data|rows|balances|scores|values)$/i

/** How the children of a container are taken. */
export type Role =
  /** Objects or arrays that are rows each. */
  | 'rows'
  /** An array that is a list if an address stands in its first item. */
  | 'perhaps'
  /** Addresses, each with an amount or an object. */
  | 'map'
  /** Something around the list. */
  | 'around'
  /** The members of a row. */
  | 'row'
  /** A value within a row, or of no interest. */
  | 'within'

export interface Container {
  role: Role
  isArray: boolean
  /** Of what stands in it. */
  key: string
  index: number
  /** The path from the row: `value`. Empty for the row itself. */
  path: string
  /** It is one of several answers in an array: what stands in it beside the list is looked at. */
  isPage?: true
  /** Names of its first members that are no known facts about a list. */
  unknown?: string[]
}

/** The path of what stands in a container of a row: `value[1]`. */
export function pathIn({ isArray, key, index, path }: Container): string {
  if (isArray) return `${path}[${index}]`
  return path === '' ? key : `${path}.${key}`
}

/** The cell of a value; of a number the digits as they stand. */
export function cellOf(name: string, token: JsonToken): SheetCell {
  if (token.name === 'stringValue') return token.value
  if (token.name === 'numberValue') return { number: token.value, isWritten: true }
  return { problem: `${name} must be text in quotes` }
}

export function isAddress(token: JsonToken): boolean {
  return token.name === 'stringValue' && isAddressText(token.value)
}

export function wrongForm(): UnreadableFileError {
  return new UnreadableFileError(
    'the JSON must be an array of objects: [{"address":"0x…","amountWei":"1000"}], or with amountUA; or an object of addresses and amounts',
  )
}

export function notFact(name: string): string {
  return `"${name.slice(0, 60)}" is neither an address nor a known fact about the list (decimals, block, total and the like): correct it, or take it out`
}

export function noList(name: string): UnreadableFileError {
  return new UnreadableFileError(
    `an object of this file holds no list of holders: "${name.slice(0, 60)}" stands in it. Take it out, or fetch that part again`,
  )
}

export function tooLong({ maxLineBytes }: FileLimits, row: number | undefined): UnreadableFileError {
  return new UnreadableFileError(
    `a key or a value is longer than ${formatLimit(maxLineBytes)} characters, which is the limit; nothing after it was read`,
    row,
  )
}

export function twoPlaces(row: number | undefined): UnreadableFileError {
  return new UnreadableFileError(
    'addresses stand in two places of this JSON: keep the list alone; nothing after it was read',
    row,
  )
}
