import { useRef, useState } from 'react'
import type { BulkSenderEstimateResponse, BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { StartBody } from '#api-schema/start-payout.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { usePayoutAction } from '#web/admin/payout/use-payout-action.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { showToast, type ToastMessage } from '#web/ui/toast-store.ts'
import { CLAIMS_PAYOUT } from './claims-payout.ts'
import { type ClaimSelection, StartDialog } from './StartDialog.tsx'

interface StartClaimsProps {
  status: BulkSenderStatusResponse
  /** Without one, the server decides whether the wallet can pay. */
  estimate: BulkSenderEstimateResponse | undefined
  /** A toast that is shown instead of asking. */
  blocker?: ToastMessage | undefined
  disabled?: boolean
  /** Only these claims are to be paid. */
  selection?: ClaimSelection | undefined
  onStarted?: (() => void) | undefined
  unit: string
  size?: ButtonProps['size']
  text?: string
}

/** The button that starts a run over the queued claims, after a question that says how many, how much, of what, and from where. */
export function StartClaims({
  status,
  estimate,
  blocker,
  disabled = false,
  selection,
  onStarted,
  unit,
  size,
  text = 'Start Bulk Send',
}: StartClaimsProps) {
  const [asked, setAsked] = useState(false)
  const terms = useRef<StartBody>({})
  const start = usePayoutAction(
    { ...CLAIMS_PAYOUT, start: () => adminSend(endpoints.bulkSender.start, { body: terms.current }) },
    'Start',
    onStarted,
  )
  const canPay = !estimate || (estimate.refusal === null && (estimate.sufficient || hasCover(estimate)))

  return (
    <>
      <Button
        variant="primary"
        size={size}
        disabled={disabled || status.running || status.recordsBehind !== null || !canPay}
        busy={start.isPending}
        busyText="Starting..."
        onClick={() => (blocker ? showToast(blocker) : setAsked(true))}
      >
        {text}
      </Button>
      {asked && (
        <StartDialog
          status={status}
          covers={estimate?.covers ?? null}
          selection={selection}
          unit={unit}
          onClose={() => setAsked(false)}
          onStart={(body) => {
            terms.current = body
            setAsked(false)
            start.mutate()
          }}
        />
      )}
    </>
  )
}

function hasCover({ covers }: BulkSenderEstimateResponse): boolean {
  return covers !== null && covers.claimCount > 0
}
