import { createContext, useContext, useSyncExternalStore } from 'react'
import type { PageData } from '#api-schema/portal.ts'

/** The data in the page's HTML; null where the HTML is as it was built, without any. */
export const PageDataContext = createContext<PageData | null>(null)

export function usePageData(): PageData | null {
  return useContext(PageDataContext)
}

/** Reads the data in the page's HTML. */
export function readPageData(): PageData | null {
  const text = document.getElementById('page-data')?.textContent
  return text ? JSON.parse(text) : null
}

const never = () => () => {}

/** False on the server and until the page runs in the browser: wallets, the device and its settings are not known before. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** Returns the class of what keeps its place, unseen, until the page runs and nothing above it moves any more. */
export function useUnseenUntilLive(): string | false {
  return !useIsLive() && 'invisible noscript:visible'
}

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
