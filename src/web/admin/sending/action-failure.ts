import { ApiError } from '#web/lib/api-client.ts'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import type { ToastMessage } from '#web/ui/toast-store.ts'

/**
 * Returns the toast for an action that did not happen: "failed" when the server rejected it, "error" when it
 * was not reached.
 */
export function actionFailure(action: string, error: Error): ToastMessage {
  return error instanceof ApiError
    ? { tone: 'error', title: `${action} Failed`, description: failureSentence(error) }
    : { tone: 'error', title: `${action} Error`, description: failureSentence(error) }
}
