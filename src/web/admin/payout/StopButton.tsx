import type { SenderState } from '#domain/payout-states.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import type { Payout } from './payout.ts'
import { usePayoutAction } from './use-payout-action.ts'

interface StopButtonProps extends Pick<ButtonProps, 'size'> {
  payout: Payout
  state: SenderState
}

/** Stops a running payout. While it is stopping the button does nothing more. */
export function StopButton({ payout, state, size }: StopButtonProps) {
  const stop = usePayoutAction(payout, 'Stop')
  return (
    <Button
      variant="danger"
      size={size}
      busy={stop.isPending || state === 'stopping'}
      busyText="Stopping..."
      onClick={() => stop.mutate(undefined)}
    >
      Stop {payout.name}
    </Button>
  )
}
