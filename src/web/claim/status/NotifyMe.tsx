import { useTexts } from '#web/claim/language/Language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { canNotify, chooseNotices, useNoticeChoice } from './notice-choice.ts'

/** Offers to be told by the browser when the claim goes on, while this tab stays open. */
export function NotifyMe() {
  const { claim: words } = useTexts()
  const isWanted = useNoticeChoice()
  if (isWanted) return <p className="text-13 text-muted">{words.willNotify}</p>
  if (!canNotify()) return null
  return (
    <Button size="small" onClick={chooseNotices}>
      {words.notify}
    </Button>
  )
}
