import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshClaims } from '#web/admin/queries.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { showToast } from '#web/ui/toast-store.ts'

interface DecisionTexts {
  /** The toast after success. */
  done: string
  /** Shown where the server gives no reason. */
  failure: string
}

/** Marks a queued claim as sent or rejected, and shows the result in a toast. */
export function useDecideClaim<Body>(
  decide: (body: Body) => Promise<unknown>,
  { done, failure }: DecisionTexts,
  onDecided: () => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: decide,
    onSuccess: () => {
      showToast({ tone: 'done', title: 'Status Updated', description: done })
      onDecided()
      return refreshClaims(queryClient)
    },
    onError: (error) =>
      showToast({ tone: 'error', title: 'Update Failed', description: errorSentence(error, failure) }),
  })
}
