import { isErrorCode } from '#web/admin/error-code.ts'
import { ApiError } from '#web/lib/api-client.ts'
import type { ToastMessage } from '#web/ui/toast-store.ts'

/** What is said when an action did not happen: "failed" when the server refused it, "error" when it was not reached. */
export function actionFailure(action: string, error: Error): ToastMessage {
  return error instanceof ApiError
    ? { tone: 'error', title: `${action} Failed`, description: error.response?.error ?? error.message }
    : { tone: 'error', title: `${action} Error`, description: error.message || 'Unknown error' }
}

/** What is said when a run that is to be stopped has ended meanwhile: that is what was asked for. */
export const NOTHING_TO_STOP: ToastMessage = {
  title: 'Nothing to Stop',
  description: 'The run has ended already.',
}

/** What is said when a stop did not happen. */
export function stopFailure(error: Error): ToastMessage {
  return isErrorCode(error, 'no_run_in_progress') ? NOTHING_TO_STOP : actionFailure('Stop', error)
}
