import type { BulkSenderEstimateResponse, BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { ConfirmationDialog } from '#web/admin/ConfirmationDialog.tsx'
import { confirmationOf } from '#web/admin/error-code.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { showToast, type ToastMessage } from '#web/ui/toast-store.ts'
import type { Payout } from './payout.ts'
import { usePayoutAction } from './use-payout-action.ts'

interface StartButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'disabled'> {
  payout: Payout
  /** While it pays, or its records are behind, nothing can be started. */
  sender: Pick<BulkSenderStatusResponse, 'running' | 'recordsBehind'>
  /** Without one, the server decides whether the wallet can pay. */
  estimate: BulkSenderEstimateResponse | undefined
  /** A toast that is shown instead of starting. */
  blocker?: ToastMessage | undefined
  onStarted?: (() => void) | undefined
  text?: string
}

/** Starts a payout, where nothing is known to prevent it. */
export function StartButton({
  payout,
  sender,
  estimate,
  blocker,
  onStarted,
  variant = 'primary',
  size,
  disabled = false,
  text = `Start ${payout.name}`,
}: StartButtonProps) {
  const start = usePayoutAction(payout, 'Start', onStarted)
  const canPay = !estimate || (estimate.sufficient && estimate.refusal === null)
  const asked = confirmationOf(start.error)
  return (
    <>
      <Button
        variant={variant}
        size={size}
        disabled={disabled || sender.running || sender.recordsBehind !== null || !canPay}
        busy={start.isPending}
        busyText="Starting..."
        onClick={() => (blocker ? showToast(blocker) : start.mutate(undefined))}
      >
        {text}
      </Button>
      {asked && (
        <ConfirmationDialog
          title="Pay this again?"
          asked={asked}
          submitText={text}
          busy={start.isPending}
          typed
          onConfirm={(words) => start.mutate(words)}
          onClose={() => start.reset()}
        />
      )}
    </>
  )
}
