import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ClaimControlsResponse } from '#api-schema/claim-controls.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { refresh } from '#web/admin/queries.ts'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { showToast } from '#web/ui/toast-store.ts'

export interface ControlsDialogProps {
  controls: ClaimControlsResponse
  onClose(): void
}

/** Changes how claims are taken, and says what follows; a failure leaves the dialog open. */
export function useChangeControls(
  title: string,
  change: () => Promise<ClaimControlsResponse>,
  onDone: () => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess({ claimsOpen }) {
      onDone()
      const description = claimsOpen ? 'Claims are accepted now.' : 'No claim is accepted now.'
      showToast({ tone: 'done', title, description })
      return refresh(queryClient, [endpoints.admin.claimControls, endpoints.public.portal])
    },
    onError: (error) =>
      showToast({ tone: 'error', title: 'Not Changed', description: failureSentence(error) }),
  })
}
