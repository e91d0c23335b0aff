import type { SenderState } from '#domain/payout-states.ts'
import { countOf } from '#web/admin/count-of.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { Notice } from '#web/ui/Notice.tsx'

interface RunNoticeProps {
  run: { state: SenderState; waitingSince: number | null; inFlight: number; message: string | null }
}

/** Describes a run: since when it waits and for what, how a stop proceeds, or why it ended. */
export function RunNotice({ run: { state, waitingSince, inFlight, message } }: RunNoticeProps) {
  const isStopping = state === 'stopping'
  if (waitingSince === null && !isStopping) {
    if (message === null) return null
    return (
      <Notice tone={state === 'failed' ? 'error' : 'info'}>
        <p>{message}</p>
      </Notice>
    )
  }
  return (
    <Notice tone={waitingSince === null ? 'info' : 'warn'} title={titleOf(isStopping, waitingSince)}>
      {message && <p>{message}</p>}
      <p>
        {isStopping
          ? `Nothing new is sent. ${countOf(inFlight, 'payment')} in flight ${inFlight === 1 ? 'is' : 'are'} settled first.`
          : 'It goes on by itself. Where a node keeps it waiting, the sender can be given another one meanwhile.'}
      </p>
    </Notice>
  )
}

function titleOf(isStopping: boolean, waitingSince: number | null): string {
  if (waitingSince === null) return 'Stopping'
  return `${isStopping ? 'Stopping, waiting' : 'Waiting'} since ${formatLocal(waitingSince)}`
}
