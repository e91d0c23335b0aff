import { ApiError } from '#web/lib/api-client.ts'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import type { ToastMessage } from '#web/ui/toast-store.ts'

/**
 * Returns the toast for an action that did not happen: "failed" when the server rejected it, "error" when it
 * was not reached.
 */
export function actionFailure(action: string, error: Error): ToastMessage {
  const word = error instanceof ApiError ? 'Failed' : 'Error'
  return { tone: 'error', title: `${action} ${word}`, description: failureSentence(error) }
}
