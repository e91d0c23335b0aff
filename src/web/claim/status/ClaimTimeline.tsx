import { useAllTexts, useLanguage } from '#web/claim/language/Language.tsx'
import type { AllTexts } from '#web/claim/language/later-english.ts'
import { formatUtcMinute } from '#web/lib/time.ts'
import { classNames, Icon, type IconName } from '#web/ui/basics.tsx'
import { type Journey, type JourneyStep, journeySteps, stageOf } from './claim-stage.ts'

const MARKS: Record<JourneyStep['state'], { look: string; icon: IconName | null }> = {
  done: { look: 'border-accent-edge bg-accent-fill text-on-accent', icon: 'check' },
  now: { look: 'border-accent bg-card text-accent ring-1 ring-accent', icon: 'clock' },
  ahead: { look: 'border-control bg-card', icon: null },
  stuck: { look: 'border-warn bg-warn-soft text-warn', icon: 'warning' },
  ended: { look: 'border-error bg-error-soft text-error', icon: 'close' },
}

/** A claim's journey, from top to bottom: what has happened, when, and what is ahead. */
export function ClaimTimeline({ claim }: { claim: Journey }) {
  const { locale } = useLanguage()
  const texts = useAllTexts()
  const { claim: words } = texts
  const steps = journeySteps(claim)
  return (
    <ol aria-label={words.journey}>
      {steps.map(({ name, state, at }, index) => (
        <li
          key={name}
          data-step={`${name} ${state}`}
          aria-current={state === 'now' || state === 'stuck' || undefined}
          className="relative flex gap-3 pb-1 last:pb-0"
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={classNames(
                'absolute top-6 inset-s-3 bottom-0 w-px -translate-x-1/2 rtl:translate-x-1/2',
                state === 'done' ? 'bg-accent' : 'bg-line',
              )}
            />
          )}
          <Mark state={state} />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span
                className={classNames(
                  state === 'ahead' ? 'text-muted' : 'font-medium',
                  (state === 'now' || state === 'stuck') && 'font-semibold',
                )}
              >
                {nameOf(name, words)}
                {state === 'done' && <span className="sr-only">{texts.progress.done}</span>}
              </span>
              {at !== null && (
                <span className="text-13 text-muted tabular-nums">{formatUtcMinute(at, locale)}</span>
              )}
              {state === 'now' && (
                <span role="status" className="text-13 text-muted">
                  {words.badges[stageOf(claim)]}
                </span>
              )}
            </p>
            {state === 'stuck' && claim.attention && (
              <p className="mt-1">{words.attention[claim.attention]}</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Mark({ state }: { state: JourneyStep['state'] }) {
  const { look, icon } = MARKS[state]
  return (
    <span className={classNames('grid size-6 shrink-0 place-items-center rounded-full border', look)}>
      {icon && <Icon name={icon} className="size-3" />}
    </span>
  )
}

function nameOf(name: JourneyStep['name'], { steps, badges }: AllTexts['claim']): string {
  return name === 'attention' ? badges.attention : steps[name]
}
