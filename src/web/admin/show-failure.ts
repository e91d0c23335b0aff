import { errorSentence } from '#web/lib/error-sentence.ts'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** Shows in a toast that something failed, and why; the fallback where the server gives no reason. */
export function showFailure(title: string, error: Error, fallback?: string): void {
  const description = fallback === undefined ? failureSentence(error) : errorSentence(error, fallback)
  showToast({ tone: 'error', title, description })
}
