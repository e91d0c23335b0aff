import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmationOf, isErrorCode } from '#web/admin/error-code.ts'
import { showToast, type ToastMessage } from '#web/ui/toast-store.ts'
import type { Payout } from './payout.ts'

/** The toast for a run that was to be stopped and has ended meanwhile: no failure. */
const NOTHING_TO_STOP: ToastMessage = {
  title: 'Nothing to Stop',
  description: 'The run has ended already.',
}

/** Starts or stops a payout, shows the result in a toast, and reads again what it affects. */
export function usePayoutAction(payout: Payout, action: 'Start' | 'Stop', onDone?: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (confirm: string | undefined) => (action === 'Start' ? payout.start(confirm) : payout.stop()),
    onSuccess({ message: description }) {
      showToast(
        action === 'Start'
          ? { tone: 'done', title: `${payout.name} Started`, description }
          : { title: `${payout.name} Stopping`, description },
      )
      onDone?.()
      return payout.refresh(queryClient)
    },
    onError(error) {
      if (confirmationOf(error)) return
      const isOver = isErrorCode(error, 'no_run_in_progress')
      showToast(isOver ? NOTHING_TO_STOP : payout.failure(action, error))
      return payout.refresh(queryClient)
    },
  })
}
