import { Component, type ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useTexts } from './language/Language.tsx'

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
