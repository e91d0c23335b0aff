import { Button, Card } from '#web/ui/basics.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { useTexts } from './language/Language.tsx'
import { PageFrame } from './PageFrame.tsx'
import { ScreenTitle } from './Screen.tsx'
import { CalmWater } from './WizardProgress.tsx'

/** The 404 page. */
function NotFoundPage() {
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

/** A page without wallet and server: when its button reacts, the page's own scripts and styles work in this browser. */
function TestPage() {
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

/** Returns the page at a path that is not the claim page's. */
export function otherPage(path: string): () => React.ReactNode {
  return path === '/test' ? TestPage : NotFoundPage
}
