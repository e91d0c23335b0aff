import { PortalError } from '#domain/portal-error.ts'

/** Converts milliseconds to the whole seconds that go over the wire. */
export function toEpochSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}

/** Converts a time that may not be known. */
export function toEpochSecondsOrNull(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : toEpochSeconds(ms)
}

/** Reads a cursor that is the number of a row. Throws invalid_request on any other. */
export function readNumberCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw unknownCursor()
}

export function unknownCursor(): PortalError {
  return new PortalError('invalid_request', undefined, [
    { where: 'cursor', problem: 'Not a cursor that this list gave' },
  ])
}

/** A page of a list that is asked for: `cursor` as the page before gave it. */
export interface PageQuery {
  limit: number
  cursor?: string | undefined
}

/** Takes a page off rows of which one more than its limit was read. Its cursor is null on the last one. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorAfter: (last: Row) => string) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > limit && last !== undefined ? cursorAfter(last) : null }
}

/** "1 payment", "2 payments". */
export function countOf(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}
