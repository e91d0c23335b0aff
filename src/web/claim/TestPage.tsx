import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { PageFrame } from './PageFrame.tsx'

/** A page that needs neither wallet nor server: when its button answers, the page's own scripts and styles work here. */
export function TestPage() {
  return (
    <PageFrame title="EVM to Solana Migration">
      <h1 className="mb-6 text-22 font-semibold">EVM to Solana Migration</h1>
      <Card className="space-y-4">
        <h2 className="text-17 font-semibold">Network Selection</h2>
        <p>This page tests that scripts and styles reach your browser.</p>
        <Button
          onClick={() =>
            showToast({ tone: 'done', title: 'Test', description: 'The page works in this browser.' })
          }
        >
          Test Button
        </Button>
      </Card>
    </PageFrame>
  )
}
