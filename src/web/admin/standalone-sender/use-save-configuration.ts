import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BulkSenderConfigResponse } from '#contract/bulk-sender.ts'
import type { StandaloneConfigBody } from '#contract/standalone-sender.ts'
import { adminRequest } from '#web/admin/admin-request.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { refreshStandalone, STANDALONE_API } from './queries.ts'

/** Gives the standalone sender its wallet. The failure is said where the server gives no reason. */
export function useSaveConfiguration(failure: string, onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: StandaloneConfigBody) =>
      adminRequest<BulkSenderConfigResponse>(`${STANDALONE_API}/config`, { method: 'POST', body }),
    onSuccess: ({ walletAddress }) => {
      onSaved()
      showToast({ tone: 'done', title: 'Configuration Saved', description: `Wallet: ${walletAddress}` })
      return refreshStandalone(queryClient)
    },
    onError: (error) =>
      showToast({
        tone: 'error',
        title: 'Configuration Failed',
        description: errorSentence(error, failure),
      }),
  })
}
