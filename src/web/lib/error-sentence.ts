import { ApiError } from './api-client.ts'

/** Returns the portal's own sentence for an error, or the fallback where there is none. */
export function errorSentence(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.response?.error) || fallback
}
