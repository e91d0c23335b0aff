import type { ReactNode } from 'react'

/** A region that scrolls by itself once it is long, by keyboard too. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="relative -mx-2 max-h-64 overflow-auto px-2"
    >
      {children}
    </section>
  )
}
