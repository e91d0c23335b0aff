import { type FileLimits, formatLimit } from './file-limits.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

export function wrongForm(): UnreadableFileError {
  return new UnreadableFileError(
    'the JSON must be an array of objects: [{"address":"0x…","amountWei":"1000"}], or with amountUA; or an object of addresses and amounts',
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
