import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

interface ScrollRegionProps {
  label: string
  /** In place of a height: it is as high as what it holds. */
  className?: string
  children: ReactNode
}

/** A region that scrolls by itself once it is long, or wide, by keyboard too. */
export function ScrollRegion({ label, className = '-mx-2 max-h-64 px-2', children }: ScrollRegionProps) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className={classNames('relative overflow-auto', className)}
    >
      {children}
    </section>
  )
}
