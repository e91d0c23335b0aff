/** The first view comes first, also on a slow network. */
const PAUSE_MS = 1_500

/** Does something once the first view is there, or at once, as soon as there is a network. Returns a function that gives it up. */
export function afterFirstView(act: () => void, isWanted: boolean): () => void {
  const whenOnline = () => {
    if (navigator.onLine) act()
    else window.addEventListener('online', act, { once: true })
  }
  const timer = setTimeout(whenOnline, isWanted ? 0 : PAUSE_MS)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', act)
  }
}
