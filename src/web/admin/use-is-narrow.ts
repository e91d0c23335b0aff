import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(width < 900px)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** True while the window is below the panel's breakpoint, too narrow for the tab bar. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
