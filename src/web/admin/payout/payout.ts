import type { QueryClient } from '@tanstack/react-query'
import type { ToastMessage } from '#web/ui/toast-store.ts'

/** What a page starts and stops: the payout of the queued claims, or that of one distribution. */
export interface Payout {
  /** As its buttons and toasts call it: "Start …", "… Started". */
  name: string
  start(): Promise<{ message: string }>
  stop(): Promise<{ message: string }>
  /** What is said when one of them did not happen. */
  failure(action: 'Start' | 'Stop', error: Error): ToastMessage
  /** Reads again what a start or a stop shows in. */
  refresh(queryClient: QueryClient): Promise<unknown>
}
