import type { SenderState } from '#domain/payout-states.ts'
import { type Payout, useStop } from '#web/admin/payouts/payout.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'

interface StopButtonProps extends Pick<ButtonProps, 'size'> {
  payout: Payout
  state: SenderState
  /** In a line of text, which names the payout. */
  inline?: boolean
}

/** Stops a running payout. While it is stopping the button does nothing more. */
export function StopButton({ payout, state, size, inline = false }: StopButtonProps) {
  const stop = useStop(payout)
  return (
    <Button
      variant="danger"
      size={inline ? 'small' : size}
      busy={stop.isPending || state === 'stopping'}
      busyText={inline ? 'Stop' : 'Stopping...'}
      onClick={() => stop.mutate()}
    >
      {inline ? 'Stop' : `Stop ${payout.name}`}
    </Button>
  )
}
