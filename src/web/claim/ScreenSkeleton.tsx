import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

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
