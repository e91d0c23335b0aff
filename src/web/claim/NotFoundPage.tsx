import { Card } from '#web/ui/Card.tsx'
import { PageFrame } from './PageFrame.tsx'

/** What stands at every path that is none. */
export function NotFoundPage() {
  return (
    <PageFrame title="Page Not Found">
      <Card className="space-y-4">
        <h1 className="text-22 font-semibold">Page Not Found</h1>
        <p>There is nothing at this address. Check it for a typing error, or go to the claim page.</p>
        <a href="/" className="inline-block font-semibold text-accent underline underline-offset-4">
          Go to the claim page
        </a>
      </Card>
    </PageFrame>
  )
}
