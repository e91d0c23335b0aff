import { useState } from 'react'
import type { BulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import type { Distribution, StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { ConfirmationDialog } from '#web/admin/ConfirmationDialog.tsx'
import { confirmationOf } from '#web/admin/error-code.ts'
import { usePayoutAction } from '#web/admin/payout/use-payout-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { distributionPayout } from './distribution-payout.ts'
import { StartDistributionDialog } from './StartDistributionDialog.tsx'

interface StartDistributionProps {
  distribution: Distribution
  sender: StandaloneStatusResponse
  /** Without one, the server decides whether the wallet can pay. */
  estimate: BulkSenderEstimateResponse | undefined
  /** What it owes still is to be paid after all that was tried. */
  isAgain: boolean
  unit: string
  onStarted(): void
}

/**
 * The button that starts a distribution, after a question that says how much of what goes where from; and, where it would pay again, after
 * words that have to be typed.
 */
export function StartDistribution(props: StartDistributionProps) {
  const { distribution, sender, estimate, isAgain, unit, onStarted } = props
  const [isAsked, setAsked] = useState(false)
  const start = usePayoutAction(distributionPayout(distribution.id), 'Start', onStarted)
  const canPay = !estimate || (estimate.sufficient && estimate.refusal === null)
  const again = confirmationOf(start.error)
  const text = isAgain ? 'Send What Is Left' : 'Start Distribution'
  return (
    <>
      <Button
        variant={isAgain ? 'secondary' : 'primary'}
        size="small"
        disabled={sender.running || sender.recordsBehind !== null || !canPay}
        busy={start.isPending}
        busyText="Starting..."
        onClick={() => setAsked(true)}
      >
        {text}
      </Button>
      {isAsked && (
        <StartDistributionDialog
          distribution={distribution}
          sender={sender}
          unit={unit}
          onClose={() => setAsked(false)}
          onStart={() => {
            setAsked(false)
            start.mutate(undefined)
          }}
        />
      )}
      {again && (
        <ConfirmationDialog
          title="Pay this again?"
          asked={again}
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
