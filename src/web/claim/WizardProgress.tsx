import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Boat, Horizon, Water } from './crossing-art.tsx'
import { useTexts } from './language/Language.tsx'

/** Where the boat is: at one of three steps, past them, or at the far shore. */
export type Reached = 0 | 1 | 2 | 3 | 4

const BOAT_PLACES = [
  'inset-s-[16.67%]',
  'inset-s-1/2',
  'inset-s-[83.33%]',
  'inset-s-[88%] lg:inset-s-[85%]',
  'inset-s-[93%] lg:inset-s-[88%]',
]

/**
 * The wizard's progress, drawn as a boat that passes three steps on the water: 3 is a claim that was made, 4 is the far shore.
 * Above the card on a phone, and across the foot of the brand's half on a desktop. The crossing goes the way that is read:
 * from right to left in a language that is written so.
 */
export function WizardProgress({ reached }: { reached: Reached }) {
  const { label, steps, done } = useTexts().progress
  return (
    <nav
      aria-label={label}
      data-reached={reached}
      className="mb-4 lg:fixed lg:bottom-0 lg:inset-s-0 lg:mb-0 lg:h-60 lg:w-1/2 lg:overflow-hidden"
    >
      <div className="relative pt-8 lg:h-full lg:pt-[128px]">
        <div aria-hidden="true">
          <Boat className={BOAT_PLACES[reached]} />
          {reached === 4 && <Horizon />}
          <Water landed={reached === 4} />
          <span className="absolute inset-x-6 top-[44px] h-px bg-control lg:inset-x-[16.67%] lg:top-[144px] lg:bg-brand-wave" />
          <Shore className="inset-s-4">EVM</Shore>
          <Shore className="inset-e-3">Solana</Shore>
        </div>
        <ol className="relative grid grid-cols-3 text-center">
          {steps.map((name, index) => (
            <li
              key={name}
              aria-current={index === reached ? 'step' : undefined}
              className={classNames(
                'flex flex-col items-center gap-2 text-13 lg:text-15',
                index === reached
                  ? 'font-semibold text-ink lg:text-on-brand'
                  : 'text-muted lg:text-on-brand-muted',
              )}
            >
              <span
                className={classNames(
                  'grid size-6 place-items-center rounded-full border text-13 tabular-nums lg:size-8',
                  index < reached &&
                    'border-accent-edge bg-accent-fill text-on-accent lg:border-on-brand lg:bg-on-brand lg:text-brand',
                  index === reached &&
                    'border-accent bg-card text-accent ring-1 ring-accent lg:border-on-brand lg:bg-brand lg:text-on-brand lg:ring-on-brand',
                  index > reached && 'border-control bg-paper lg:border-brand-wave lg:bg-brand-deep',
                )}
              >
                {index < reached ? <Icon name="check" className="size-3" /> : index + 1}
              </span>
              <span className={classNames(reached > 2 && 'max-lg:sr-only')}>{name}</span>
              {index < reached && <span className="sr-only">{done}</span>}
            </li>
          ))}
        </ol>
      </div>
    </nav>
  )
}

/** A shore's name, where there is room for it. */
function Shore({ className, children }: { className: string; children: string }) {
  return (
    <span className={classNames('absolute bottom-4 hidden text-13 text-on-brand-muted lg:block', className)}>
      {children}
    </span>
  )
}
