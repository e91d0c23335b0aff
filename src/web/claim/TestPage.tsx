import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { CalmWater } from './crossing-art.tsx'
import { useTexts } from './language/Language.tsx'
import { PageFrame } from './PageFrame.tsx'
import { ScreenTitle } from './ScreenTitle.tsx'

/** A page without wallet and server: when its button reacts, the page's own scripts and styles work in this browser. */
export function TestPage() {
  const { title, heading, help, button, toast, toastHelp } = useTexts().test
  return (
    <PageFrame title={title}>
      <CalmWater />
      <ScreenTitle className="mb-6">{title}</ScreenTitle>
      <Card className="space-y-4">
        <h2 className="text-17 font-semibold">{heading}</h2>
        <p>{help}</p>
        <Button onClick={() => showToast({ tone: 'done', title: toast, description: toastHelp })}>
          {button}
        </Button>
      </Card>
    </PageFrame>
  )
}
