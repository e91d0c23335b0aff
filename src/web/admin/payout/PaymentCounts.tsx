import type { ReactNode } from 'react'
import { Count } from '#web/admin/Count.tsx'
import { Facts } from '#web/ui/Facts.tsx'

interface PaymentCountsProps {
  counts: { successful: number; failed: number; inFlight: number; held: number; currentBatch: number }
  /** Shows the number in flight even when it is zero. */
  isRunning?: boolean
  /** The hint on payments on hold. */
  holdHint: string
  /** Further facts. */
  children: ReactNode
}

/** Shows the numbers of a payout's payments by state. */
export function PaymentCounts({ counts, isRunning = false, holdHint, children }: PaymentCountsProps) {
  const { successful, failed, inFlight, held, currentBatch } = counts
  return (
    <Facts>
      <Count name="Successful" count={successful} />
      <Count name="Failed" count={failed} />
      {(isRunning || inFlight > 0) && <Count name="In flight: signed, not final yet" count={inFlight} />}
      {held > 0 && <Count name={`On hold: ${holdHint}`} count={held} />}
      <Count name="Current Batch" count={currentBatch} />
      {children}
    </Facts>
  )
}
