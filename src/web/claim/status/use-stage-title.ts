import { useEffect } from 'react'

/** Has the tab say where the claim is, while this is shown. */
export function useStageTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = `${title} · ${before}`
    return () => {
      document.title = before
    }
  }, [title])
}
