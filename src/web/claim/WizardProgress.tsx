import { useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useTexts } from './language/Language.tsx'

const BOAT_PLACES = ['left-[16.67%]', 'left-1/2', 'left-[83.33%]', 'left-[94%]']

/** The wizard's progress, drawn as a boat that passes three steps on the water. 3 means done: the far shore. */
export function WizardProgress({ reached }: { reached: 0 | 1 | 2 | 3 }) {
  const { label, steps, done } = useTexts().progress
  return (
    <nav aria-label={label} className="mb-6">
      <div className="relative pt-10">
        <div aria-hidden="true">
          <Boat className={BOAT_PLACES[reached]} />
          <Water />
          <span className="absolute inset-x-6 top-[52px] h-px bg-control" />
        </div>
        <ol className="relative grid grid-cols-3 text-center">
          {steps.map((name, index) => (
            <li
              key={name}
              aria-current={index === reached ? 'step' : undefined}
              className={classNames(
                'flex flex-col items-center gap-1 text-13',
                index === reached ? 'font-semibold text-ink' : 'text-muted',
              )}
            >
              <span
                className={classNames(
                  'grid size-6 place-items-center rounded-full border text-13 tabular-nums',
                  index < reached && 'border-accent bg-accent text-on-accent',
                  index === reached && 'border-accent bg-card text-accent ring-1 ring-accent',
                  index > reached && 'border-control bg-paper',
                )}
              >
                {index < reached ? <Icon name="check" className="size-3" /> : index + 1}
              </span>
              <span>{name}</span>
              {index < reached && <span className="sr-only">{done}</span>}
            </li>
          ))}
        </ol>
      </div>
    </nav>
  )
}

function Boat({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 28"
      className={classNames(
        'absolute top-1 z-10 h-7 w-8 -translate-x-1/2 fill-accent transition-[left] duration-200',
        className,
      )}
      aria-hidden="true"
    >
      <path d="M15 1v16H5z" />
      <path d="M17 5v12h8z" className="opacity-60" />
      <path d="M3 19h26l-4.5 7h-17z" />
    </svg>
  )
}

/** Draws the water behind the steps. */
function Water() {
  const patternId = useId()
  return (
    <svg className="absolute inset-x-0 top-7 h-10 w-full" aria-hidden="true">
      <defs>
        <pattern id={patternId} width="16" height="40" patternUnits="userSpaceOnUse">
          <path d="M0 5q4-4 8 0t8 0V40H0z" className="fill-water" />
          <path d="M0 5q4-4 8 0t8 0" fill="none" strokeWidth="1.5" className="stroke-wave" />
        </pattern>
      </defs>
      <rect width="100%" height="40" fill={`url(#${patternId})`} />
      <path d="M0 0q12 0 16 14t12 26H0z" className="fill-shore" />
      <svg x="100%" overflow="visible" aria-hidden="true">
        <path d="M0 0q-12 0-16 14t-12 26H0z" className="fill-shore" />
      </svg>
    </svg>
  )
}
