import { useEffect, useRef } from 'react'
import { useNoticeChoice } from './notice-choice.ts'

/** Tells a reader who asked for it, and looks at something else, that the claim has reached another stage. */
export function useStageNotice(title: string, claimId: string): void {
  const isWanted = useNoticeChoice()
  const before = useRef(title)

  useEffect(() => {
    const hasChanged = before.current !== title
    before.current = title
    if (!hasChanged || !isWanted || !document.hidden) return
    try {
      const notice = new Notification(title, { body: claimId, tag: claimId })
      notice.onclick = () => window.focus()
    } catch {
      // Browsers of phones show notifications of service workers alone; the tab's title says it as well.
    }
  }, [title, claimId, isWanted])
}
