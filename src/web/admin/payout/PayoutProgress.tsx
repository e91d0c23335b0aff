import type { ReactNode } from 'react'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

interface PayoutProgressProps {
  /** Of the bar, for those who do not see it. */
  label: string
  processed: number
  total: number
  /** Beside the figure. */
  heading?: ReactNode
  /** Below the bar. */
  footnote?: ReactNode
}

/** Shows the processed share of a payout's payments, in a figure and a bar. */
export function PayoutProgress({ label, processed, total, heading, footnote }: PayoutProgressProps) {
  return (
    <div className="space-y-2">
      <div
        className={`flex flex-wrap items-center gap-x-4 ${heading === undefined ? 'justify-end' : 'justify-between'}`}
      >
        {heading}
        <p className="font-mono tabular-nums">
          {groupThousands(processed)} / {groupThousands(total)}
        </p>
      </div>
      <ProgressBar label={label} value={processed} max={total} />
      {footnote}
    </div>
  )
}
