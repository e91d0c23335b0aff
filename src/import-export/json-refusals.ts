import { type FileLimits, formatLimit } from './file-limits.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

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
