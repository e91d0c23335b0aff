import { AmountHero } from '#web/claim/AmountHero.tsx'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { ClaimStage } from './claim-stage.ts'
import { ReferenceId } from './ReferenceId.tsx'
import { StageBadge } from './StageBadge.tsx'

interface ClaimHeadProps {
  title: string
  stage: ClaimStage
  /** The claim's. */
  id: string
  amountUA: string
  unit: string
  decimals: number | null
}

/** The head of a claim's card. At the far shore it is that of a receipt, torn off along its edge. */
export function ClaimHead({ title, stage, id, amountUA, unit, decimals }: ClaimHeadProps) {
  if (stage === 'sent') {
    return (
      <div className="relative -mx-4 -mt-4 rounded-t-card bg-brand p-4 pb-6 text-on-brand sm:-mx-6 sm:-mt-6 sm:p-6 sm:pb-8">
        <div className="flex items-start justify-between gap-4">
          <ScreenTitle>{title}</ScreenTitle>
          <span className="mt-1 grid size-8 shrink-0 place-items-center rounded-full bg-on-brand text-brand">
            <Icon name="check" />
          </span>
        </div>
        <div className="mt-4">
          <AmountHero amountUA={amountUA} unit={unit} decimals={decimals} onBrand />
        </div>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-3">
          <StageBadge stage={stage} />
          <ReferenceId id={id} onBrand />
        </div>
        <TornEdge />
      </div>
    )
  }
  // Its step tells how far it is.
  const isGoingOn = stage === 'queued' || stage === 'sending'
  return (
    <div>
      <ScreenTitle>{title}</ScreenTitle>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {!isGoingOn && <StageBadge stage={stage} />}
        <ReferenceId id={id} />
      </div>
      {stage === 'rejected' ? (
        <p className="text-muted">
          <Amount value={amountUA} unit={unit} />
        </p>
      ) : (
        <AmountHero amountUA={amountUA} unit={unit} decimals={decimals} />
      )}
    </div>
  )
}

/** The row of holes along which a receipt is torn off. */
function TornEdge() {
  return (
    <span
      aria-hidden="true"
      className="absolute inset-x-0 -bottom-1 h-2 bg-[radial-gradient(circle_at_center,var(--color-card)_0_3px,transparent_3.5px)] bg-[length:16px_8px] bg-repeat-x"
    />
  )
}
