import { useState } from 'react'
import { type AmountUA, sumAmounts } from '#domain/amounts.ts'
import { countOf } from '#web/admin/count-of.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PaySelectedDialog } from './PaySelectedDialog.tsx'
import { CAN_PAY_SELECTED } from './pay-selected.ts'
import { RejectSelectedDialog } from './RejectSelectedDialog.tsx'
import type { ClaimSelection } from './use-selection.ts'

/** What is selected, with its sum, and what can be done with all of it. */
export function SelectionBar({ selection, unit }: { selection: ClaimSelection; unit: string }) {
  const [asked, setAsked] = useState<'reject' | 'pay' | null>(null)
  const { claims } = selection
  if (claims.length === 0) return null
  const sum = sumAmounts(claims.map(({ amountUa }) => amountUa as AmountUA))
  const dialog = { claims, sum, unit, onDone: selection.clear, onClose: () => setAsked(null) }
  return (
    <section
      aria-label="Selected claims"
      className="sticky top-[76px] z-1 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-accent bg-accent-soft px-3 py-2"
    >
      <p aria-live="polite" className="mr-auto">
        <span className="font-semibold">{countOf(claims.length, 'claim')} selected</span>,{' '}
        <Amount value={sum} unit={unit} />
      </p>
      <div className="flex flex-wrap gap-2">
        {CAN_PAY_SELECTED && (
          <Button size="small" variant="primary" onClick={() => setAsked('pay')}>
            Pay selected
          </Button>
        )}
        <Button size="small" variant="danger" onClick={() => setAsked('reject')}>
          Reject selected
        </Button>
        <Button size="small" variant="quiet" onClick={selection.clear}>
          Clear
        </Button>
      </div>
      {asked === 'reject' && <RejectSelectedDialog {...dialog} />}
      {asked === 'pay' && <PaySelectedDialog {...dialog} />}
    </section>
  )
}
