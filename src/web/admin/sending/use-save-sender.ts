import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkSenderConfigBody, BulkSenderConfigResponse } from '#api-schema/bulk-sender.ts'
import { isErrorCode } from '#web/admin/error-code.ts'
import { showToast, type ToastMessage } from '#web/ui/toast-store.ts'

/** The fields of the request that both senders have. */
type SenderBody = Pick<BulkSenderConfigBody, 'tokenMintAddress' | 'confirmMainnet'>

interface SaveSenderOptions<Body> {
  send(body: Body): Promise<BulkSenderConfigResponse>
  /** The title of the toast that shows the wallet. */
  success: string
  failure(error: Error): Pick<ToastMessage, 'title' | 'description'>
  /** The server has the key: the form forgets it. */
  onSaved(): void
  refresh(queryClient: QueryClient): Promise<unknown>
}

/** Sets a sender's wallet. On mainnet it asks for a confirmation first. */
export function useSaveSender<Body extends SenderBody>(options: SaveSenderOptions<Body>) {
  const { send, success, failure, onSaved, refresh } = options
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Body | null>(null)
  const save = useMutation({
    // The body holds the key: it is forgotten with the form.
    gcTime: 0,
    mutationFn: send,
    onSuccess: ({ walletAddress }) => {
      onSaved()
      showToast({ tone: 'done', title: success, description: `Wallet: ${walletAddress}` })
      return refresh(queryClient)
    },
    onError: (error, body) => {
      if (isErrorCode(error, 'confirm_mainnet')) setAsked(body)
      else showToast({ tone: 'error', ...failure(error) })
    },
    // It keeps no key either.
    onSettled() {
      save.reset()
    },
  })

  return {
    isSaving: save.isPending,
    /** Saves, and asks first where the server says that the cluster is mainnet. */
    save: (body: Body) => save.mutate(body),
    /** Asks at once: the form itself says that it is mainnet. */
    ask: (body: Body) => setAsked(body),
    /** The question, while it is asked. */
    question: asked && {
      mint: asked.tokenMintAddress,
      onClose: () => setAsked(null),
      onConfirm() {
        setAsked(null)
        save.mutate({ ...asked, confirmMainnet: true })
      },
    },
  }
}

export type SaveSender = ReturnType<typeof useSaveSender<BulkSenderConfigBody>>
