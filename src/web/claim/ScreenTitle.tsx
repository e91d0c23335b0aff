import { type ReactNode, useEffect, useRef } from 'react'

let isFirst = true

/**
 * A screen's heading. It takes the focus where the change of screens has removed the focused element: keyboard and screen
 * reader users go on from there, and hear where they are, at the top of the page. The first heading of a visit leaves focus and place to the browser.
 */
export function ScreenTitle({ children, className }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && !isFirst) heading.current?.focus({ preventScroll: true })
    if (!isFirst) window.scrollTo({ top: 0 })
    isFirst = false
  }, [])

  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={`text-22 font-semibold text-balance outline-none ${className ?? ''}`}
    >
      {children}
    </h1>
  )
}
