import type { ErrorKind } from '#domain/error-kind.ts'
import { type ErrorCode, kindOfError } from '#domain/portal-error.ts'

const STATUS_BY_KIND: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  too_often: 429,
  too_slow: 408,
  fault: 500,
  unavailable: 503,
}

/** Returns the HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return STATUS_BY_KIND[kindOfError(code)]
}
