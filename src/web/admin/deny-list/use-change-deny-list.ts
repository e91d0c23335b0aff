import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '#api-schema/endpoints.ts'
import { refresh } from '#web/admin/queries.ts'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** Changes the deny list, and says what was changed. A failure is shown in a toast, unless somebody else shows it. */
export function useChangeDenyList(title: string, onDone: () => void, onFailed?: (error: Error) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<string>) => change(),
    onSuccess(description) {
      onDone()
      showToast({ tone: 'done', title, description })
      return refresh(queryClient, [endpoints.denyList.list])
    },
    onError(error) {
      if (onFailed) return onFailed(error)
      showToast({ tone: 'error', title: 'Not Changed', description: failureSentence(error) })
    },
  })
}
