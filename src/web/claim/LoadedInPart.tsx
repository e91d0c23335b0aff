import { Notice } from '#web/ui/Notice.tsx'
import { useTexts } from './language/Language.tsx'
import { useIsLive } from './page-data.ts'

/** Says that a script is missing where the page does not come alive. It needs none itself: the style sheet shows it after a while. */
export function LoadedInPart() {
  const { incomplete, loadAgain } = useTexts().page
  if (useIsLive()) return null
  return (
    <div className="late mb-6 noscript:hidden">
      <Notice tone="error" title={incomplete} constant>
        <p>
          <a href="/" className="font-semibold underline underline-offset-4">
            {loadAgain}
          </a>
        </p>
      </Notice>
    </div>
  )
}
