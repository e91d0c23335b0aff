import type { ErrorResponse } from '#api-schema/error.ts'
import { ApiError } from '#web/lib/api-client.ts'

/** True when the server answered with this error code. */
export function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.response?.code === code
}

/** Reads the single problems of an error, where it has several. */
export function problemsOf(error: unknown): NonNullable<ErrorResponse['details']> {
  return (error instanceof ApiError && error.response?.details) || []
}
