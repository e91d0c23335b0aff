import { Component, type ReactNode, useEffect, useRef } from 'react'
import { Button, Card, Notice, Skeleton } from '#web/ui/basics.tsx'
import { useTexts } from './language/Language.tsx'

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

/** A screen that is being fetched. */
export function ScreenSkeleton() {
  return (
    <Card className="space-y-6">
      <Skeleton className="h-8 w-60 max-w-full" />
      <Skeleton className="h-14" />
      <Skeleton className="h-36" />
      <Skeleton className="h-12 rounded-control" />
    </Card>
  )
}

/** Catches that a screen could not be fetched: the network is gone, or the page is an older one than the server's. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <NotFetched /> : this.props.children
  }
}

/** What was typed and what was signed are kept over a reload. */
function NotFetched() {
  const { incomplete, loadAgain } = useTexts().page
  return (
    <Card className="space-y-4">
      <Notice tone="error" title={incomplete} />
      <Button onClick={() => location.reload()}>{loadAgain}</Button>
    </Card>
  )
}
