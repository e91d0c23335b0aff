import type { ReactNode } from 'react'

/** A region that scrolls by itself once it is long, by keyboard too. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="max-h-64 overflow-y-auto"
    >
      {children}
    </section>
  )
}
