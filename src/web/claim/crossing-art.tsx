import { useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** The boat, its keel on the water. */
export function Boat({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 32 28"
      className={classNames(
        'absolute top-0 z-10 h-7 w-8 -translate-x-1/2 fill-accent transition-[left] duration-200 lg:top-[24px] lg:h-[63px] lg:w-[72px] lg:fill-on-brand',
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
      className="absolute top-[4px] right-[13%] h-6 w-12 fill-wave lg:top-[16px] lg:h-[72px] lg:w-36 lg:fill-brand-wave"
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
      <Shallow landed={landed} />
      <Deep landed={landed} />
    </>
  )
}

/** Behind the steps on a phone. */
function Shallow({ landed }: { landed: boolean }) {
  const patternId = useId()
  return (
    <svg className="absolute inset-x-0 top-[22px] h-10 w-full lg:hidden" aria-hidden="true">
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
        {landed && <path d="M0 2h-22v3h4v9h2v-9h8v9h2v-9H0z" className="fill-muted" />}
      </svg>
    </svg>
  )
}

/** Across the foot of the brand's half. */
function Deep({ landed }: { landed: boolean }) {
  const patternId = useId()
  return (
    <svg className="absolute inset-x-0 top-[76px] hidden h-[164px] w-full lg:block" aria-hidden="true">
      <defs>
        <pattern id={patternId} width="96" height="164" patternUnits="userSpaceOnUse">
          <path d="M0 10q24-12 48 0t48 0V164H0z" className="fill-brand-deep" />
          <path d="M0 10q24-12 48 0t48 0" fill="none" strokeWidth="2" className="stroke-brand-wave" />
        </pattern>
      </defs>
      <rect width="100%" height="164" fill={`url(#${patternId})`} />
      <path d="M0 0q22 0 32 36t30 128H0z" className="fill-brand-wave opacity-40" />
      <svg x="100%" overflow="visible" aria-hidden="true">
        <path d="M0 0q-22 0-32 36t-30 128H0z" className="fill-brand-wave opacity-40" />
        {landed && <path d="M0 2h-60v6h10v26h5V8h20v26h5V8H0z" className="fill-on-brand-muted" />}
      </svg>
    </svg>
  )
}
