import type { SenderState } from '#domain/payout-states.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import type { Payout } from './payout.ts'
import { usePayoutAction } from './use-payout-action.ts'

interface StopButtonProps extends Pick<ButtonProps, 'size'> {
  payout: Payout
  state: SenderState
  /** In a line of text, which names the payout. */
  inline?: boolean
}

/** Stops a running payout. While it is stopping the button does nothing more. */
export function StopButton({ payout, state, size, inline = false }: StopButtonProps) {
  const stop = usePayoutAction(payout, 'Stop')
  return (
    <Button
      variant="danger"
      size={inline ? 'small' : size}
      busy={stop.isPending || state === 'stopping'}
      busyText={inline ? 'Stop' : 'Stopping...'}
      onClick={() => stop.mutate(undefined)}
    >
      {inline ? 'Stop' : `Stop ${payout.name}`}
    </Button>
  )
}
