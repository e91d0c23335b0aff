import { PortalError } from '#domain/portal-error.ts'

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
