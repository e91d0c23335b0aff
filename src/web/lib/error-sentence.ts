import { ApiError } from './api-client.ts'

/** The portal's own sentence for what went wrong, or the fallback where it gave none. */
export function errorSentence(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.response?.error) || fallback
}
