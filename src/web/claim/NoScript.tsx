import { Notice } from '#web/ui/Notice.tsx'
import { useTexts } from './language/Language.tsx'

/** Says what to do where scripts do not run. */
export function NoScript() {
  const { noScript, noScriptHelp } = useTexts().page
  return (
    <noscript>
      <div className="mb-6">
        <Notice tone="warn" title={noScript}>
          <p>{noScriptHelp}</p>
        </Notice>
      </div>
    </noscript>
  )
}
