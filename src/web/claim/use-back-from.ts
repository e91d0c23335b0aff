import { useEffect, useRef } from 'react'

/** Marks the entry of the history that stands for a screen within the page. */
const MARK = { ferry: 'screen' }

const isMarked = () => history.state?.ferry === MARK.ferry

/** Has the browser's Back lead from a screen to the one before it, and not off the page. */
export function useBackFrom(isShown: boolean, onBack: () => void): void {
  const latest = useRef(onBack)
  useEffect(() => {
    latest.current = onBack
  })

  useEffect(() => {
    if (!isShown) return
    // A reload keeps the entry.
    if (!isMarked()) history.pushState(MARK, '')
    const follow = () => isMarked() || latest.current()
    window.addEventListener('popstate', follow)
    return () => {
      window.removeEventListener('popstate', follow)
      // Going back by itself would scroll.
      if (isMarked()) history.replaceState(null, '')
    }
  }, [isShown])
}
