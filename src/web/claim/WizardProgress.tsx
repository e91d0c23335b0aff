import { useId } from 'react'
import { classNames, Icon } from '#web/ui/basics.tsx'
import { useTexts } from './language/Language.tsx'

/** Where the boat is: at one of three steps, past them, or at the far shore. */
type Reached = 0 | 1 | 2 | 3 | 4

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

/** The boat, its keel on the water and its bow ahead. */
function Boat({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 32 28"
      className={classNames(
        'absolute top-0 z-10 h-7 w-8 -translate-x-1/2 fill-accent transition-[inset-inline-start] duration-200 lg:top-[24px] lg:h-[63px] lg:w-[72px] lg:fill-on-brand rtl:translate-x-1/2 forced-colors:fill-[CanvasText] rtl:-scale-x-100',
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

/** The sun over the far shore, where the crossing has ended. */
function Horizon() {
  return (
    <svg
      viewBox="0 0 64 32"
      className="absolute inset-e-[13%] top-[4px] h-6 w-12 fill-wave lg:top-[16px] lg:h-[72px] lg:w-36 lg:fill-brand-wave"
      aria-hidden="true"
    >
      <path d="M2 32a30 30 0 0 1 60 0z" className="opacity-40" />
      <path d="M14 32a18 18 0 0 1 36 0z" className="opacity-60" />
    </svg>
  )
}

/** The water between the two shores. With `landed` there is a pier at the far one. */
function Water({ landed }: { landed: boolean }) {
  return (
    <>
      <Sea {...SHALLOW} landed={landed} />
      <Sea {...DEEP} landed={landed} />
    </>
  )
}

/** The boat at rest, above the card or across the foot of the brand's half, on a page that is no part of the crossing. */
export function CalmWater() {
  return (
    <div
      aria-hidden="true"
      className="relative mb-4 h-[62px] lg:fixed lg:inset-s-0 lg:bottom-0 lg:mb-0 lg:h-60 lg:w-1/2 lg:overflow-hidden"
    >
      <div className="absolute inset-x-0 top-0 lg:top-[13px]">
        <Boat className="inset-s-1/2" />
      </div>
      <Water landed={false} />
    </div>
  )
}

interface SeaShape {
  className: string
  height: number
  /** One wave, which repeats itself. */
  wave: { length: number; crest: string; thickness: number }
  /** The near shore; the far one is its mirror image. */
  shore: string
  pier: string
  fills: Record<'water' | 'crest' | 'shore' | 'pier', string>
}

/** Behind the steps on a phone. */
const SHALLOW: SeaShape = {
  className: 'top-[22px] h-10 lg:hidden',
  height: 40,
  wave: { length: 16, crest: 'M0 5q4-4 8 0t8 0', thickness: 1.5 },
  shore: 'M0 0q12 0 16 14t12 26H0z',
  pier: 'M0 2h-22v3h4v9h2v-9h8v9h2v-9H0z',
  fills: { water: 'fill-water', crest: 'stroke-wave', shore: 'fill-shore', pier: 'fill-muted' },
}

/** Across the foot of the brand's half. */
const DEEP: SeaShape = {
  className: 'top-[76px] hidden h-[164px] lg:block',
  height: 164,
  wave: { length: 96, crest: 'M0 10q24-12 48 0t48 0', thickness: 2 },
  shore: 'M0 0q22 0 32 36t30 128H0z',
  pier: 'M0 2h-60v6h10v26h5V8h20v26h5V8H0z',
  fills: {
    water: 'fill-brand-deep',
    crest: 'stroke-brand-wave',
    shore: 'fill-brand-wave opacity-40',
    pier: 'fill-on-brand-muted',
  },
}

function Sea({ className, height, wave, shore, pier, fills, landed }: SeaShape & { landed: boolean }) {
  const patternId = useId()
  return (
    <svg className={classNames('absolute inset-x-0 w-full rtl:-scale-x-100', className)} aria-hidden="true">
      <defs>
        <pattern id={patternId} width={wave.length} height={height} patternUnits="userSpaceOnUse">
          <path d={`${wave.crest}V${height}H0z`} className={fills.water} />
          <path d={wave.crest} fill="none" strokeWidth={wave.thickness} className={fills.crest} />
        </pattern>
      </defs>
      <rect width="100%" height={height} fill={`url(#${patternId})`} />
      <path d={shore} className={fills.shore} />
      <svg x="100%" overflow="visible" aria-hidden="true">
        <path d={shore} transform="scale(-1 1)" className={fills.shore} />
        {landed && <path d={pier} className={fills.pier} />}
      </svg>
    </svg>
  )
}
