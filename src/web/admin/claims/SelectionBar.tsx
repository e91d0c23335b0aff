import { useState } from 'react'
import { type AmountUA, sumAmounts } from '#domain/amounts.ts'
import { countOf } from '#web/admin/count-of.ts'
import { StartClaims } from '#web/admin/payouts/start/StartClaims.tsx'
import { useBulkSenderStatus } from '#web/admin/queries.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RejectSelectedDialog } from './RejectSelectedDialog.tsx'
import type { ClaimSelection } from './use-selection.ts'

/** What is selected, with its sum, and what can be done with all of it. */
export function SelectionBar({ selection, unit }: { selection: ClaimSelection; unit: string }) {
  const [isRejecting, setRejecting] = useState(false)
  const { data: sender } = useBulkSenderStatus()
  const { claims } = selection
  if (claims.length === 0) return null
  const sum = sumAmounts(claims.map(({ amountUa }) => amountUa as AmountUA))
  return (
    <section
      aria-label="Selected claims"
      className="sticky top-12 z-1 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-accent bg-accent-soft px-3 py-2"
    >
      <p aria-live="polite" className="mr-auto">
        <span className="font-semibold">{countOf(claims.length, 'claim')} selected</span>,{' '}
        <Amount value={sum} unit={unit} />
      </p>
      <div className="flex flex-wrap gap-2">
        {sender && (
          <StartClaims
            status={sender}
            estimate={undefined}
            disabled={!sender.configured}
            selection={{
              claimIds: claims.map(({ id }) => id),
              amountsUA: claims.map(({ amountUa }) => amountUa),
            }}
            onStarted={selection.clear}
            unit={unit}
            size="small"
            text="Pay selected"
          />
        )}
        <Button size="small" variant="danger" onClick={() => setRejecting(true)}>
          Reject selected
        </Button>
        <Button size="small" variant="quiet" onClick={selection.clear}>
          Clear
        </Button>
      </div>
      {isRejecting && (
        <RejectSelectedDialog
          claims={claims}
          sum={sum}
          unit={unit}
          onDone={selection.clear}
          onClose={() => setRejecting(false)}
        />
      )}
    </section>
  )
}
