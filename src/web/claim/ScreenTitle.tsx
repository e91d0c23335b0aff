import { type ReactNode, useEffect, useRef } from 'react'

let isFirst = true

/**
 * A screen's heading. Where the way to the screen took the focus with it, the heading takes it up: who works by keyboard
 * or ear goes on from there, and is told where they are. The first heading of a visit leaves it to the browser.
 */
export function ScreenTitle({ children, className }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && !isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1} className={`text-22 font-semibold outline-none ${className ?? ''}`}>
      {children}
    </h1>
  )
}
