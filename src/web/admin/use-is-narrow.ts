import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(width < 900px)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the window is below the panel's breakpoint, where the tab bar has no room. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
