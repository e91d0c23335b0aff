import { Card } from '#web/ui/Card.tsx'
import { CalmWater } from './crossing-art.tsx'
import { useTexts } from './language/Language.tsx'
import { PageFrame } from './PageFrame.tsx'
import { ScreenTitle } from './ScreenTitle.tsx'

/** The 404 page. */
export function NotFoundPage() {
  const { heading, help, link } = useTexts().notFound
  return (
    <PageFrame title={heading}>
      <CalmWater />
      <Card className="space-y-4">
        <ScreenTitle>{heading}</ScreenTitle>
        <p>{help}</p>
        <a href="/" className="inline-block font-semibold text-accent underline underline-offset-4">
          {link}
        </a>
      </Card>
    </PageFrame>
  )
}
