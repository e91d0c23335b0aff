import { ApiError } from './api-client.ts'

/**
 * Returns the portal's own sentence for an error; the status where a proxy answered, whose page no person reads; and the browser's
 * words where there was no answer.
 */
export function failureSentence(error: Error): string {
  if (!(error instanceof ApiError)) return error.message || 'Unknown error'
  const { response, status, statusText } = error
  return response?.error ?? `HTTP ${status}${statusText && `: ${statusText}`}`
}
