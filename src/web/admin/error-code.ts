import type { ErrorResponse } from '#api-schema/error.ts'
import { ApiError } from '#web/lib/api-client.ts'

/** Whether the server refused for this reason. */
export function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.response?.code === code
}

/** The things that were wrong at once, where there were several. */
export function problemsOf(error: unknown): NonNullable<ErrorResponse['details']> {
  return (error instanceof ApiError && error.response?.details) || []
}
