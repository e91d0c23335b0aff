import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '#web/claim/language/Language.tsx'
import { claimQuery } from '#web/claim/queries.ts'
import { keepReceipt } from '#web/claim/status/signed-receipt.ts'
import type { Receipt } from '#web/claim/wizard-state.ts'
import { ApiError } from '#web/lib/api-client.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { WalletError } from '#web/lib/wallet/wallet-error.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { submissionErrorText } from './submission-error.ts'
import { type ClaimToSubmit, submitClaim } from './submit-claim.ts'

interface SubmissionOptions {
  address: string
  session: WalletSession
  onSubmitted(receipt: Receipt): void
  onFoundClaimed(): void
}

/** Signs and sends a claim, and shows the result in a toast. */
export function useSubmission({ address, session, onSubmitted, onFoundClaimed }: SubmissionOptions) {
  const texts = useTexts()
  const queryClient = useQueryClient()
  const [isSigned, setSigned] = useState(false)

  /** Returns true when the claim exists after all: it may have arrived though the answer was lost. */
  async function hasArrived(error: Error): Promise<boolean> {
    const answered = error instanceof WalletError || (error instanceof ApiError && error.response !== null)
    if (answered) return error instanceof ApiError && error.response?.code === 'already_claimed'
    const claim = await queryClient.fetchQuery({ ...claimQuery(address), staleTime: 0 }).catch(() => null)
    return claim !== null
  }

  const submission = useMutation({
    mutationFn: (claim: ClaimToSubmit) => submitClaim(claim, session, () => setSigned(true)),
    onMutate: () => setSigned(false),
    onSuccess: (signed, { amountUA, sol }) => {
      keepReceipt(signed)
      onSubmitted({ id: signed.id, amountUA, solAddress: sol })
    },
    onError: async (error) => {
      showToast({
        tone: 'error',
        title: texts.submission.failed,
        description: submissionErrorText(error, texts),
      })
      if (await hasArrived(error)) onFoundClaimed()
    },
  })
  return { ...submission, isSigned }
}

/** True when the server requires a confirmation of a program-controlled address. */
export function isUnconfirmed(error: Error | null): boolean {
  return error instanceof ApiError && error.response?.code === 'sol_off_curve_unconfirmed'
}
