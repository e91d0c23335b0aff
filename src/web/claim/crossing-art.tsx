import { useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** The boat, its keel on the water and its bow ahead. */
export function Boat({ className }: { className?: string | undefined }) {
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
export function Horizon() {
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
export function Water({ landed }: { landed: boolean }) {
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
