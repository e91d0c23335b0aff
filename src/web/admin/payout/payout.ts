import type { QueryClient } from '@tanstack/react-query'
import type { ToastMessage } from '#web/ui/toast-store.ts'

/** A payout that a page starts and stops: of the queued claims, or of one distribution. */
export interface Payout {
  /** As its buttons and toasts call it: "Start …", "… Started". */
  name: string
  /** `confirm`: the words that the server asked for. */
  start(confirm?: string): Promise<{ message: string }>
  stop(): Promise<{ message: string }>
  /** Returns the toast for a start or a stop that failed. */
  failure(action: 'Start' | 'Stop', error: Error): ToastMessage
  /** Reads again everything that a start or a stop affects. */
  refresh(queryClient: QueryClient): Promise<unknown>
}
