import { ApiError } from './api-client.ts'

/**
 * Returns a sentence for an error: the portal's own; the status where a proxy answered, whose page no person reads; and the catalogue's
 * words where nothing answered, or something that is no answer. No words of a browser or a library.
 */
export function failureSentence(error: unknown): string {
  if (error instanceof TypeError) return 'Network error occurred. Please try again.'
  if (!(error instanceof ApiError)) return 'An unknown error occurred.'
  const { response, status, statusText } = error
  return response?.error ?? `HTTP ${status}${statusText && `: ${statusText}`}`
}
