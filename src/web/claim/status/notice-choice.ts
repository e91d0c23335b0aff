import { useSyncExternalStore } from 'react'
import { readStored, store } from '#web/lib/browser-storage.ts'

const KEY = 'ferry-notify'

const listeners = new Set<() => void>()

/** True where the browser can show notifications, and the reader has not forbidden them. */
export function canNotify(): boolean {
  return 'Notification' in globalThis && Notification.permission !== 'denied'
}

/** True where the reader wants to be told of their claim, and the browser allows it. */
function isWanted(): boolean {
  return canNotify() && Notification.permission === 'granted' && readStored('browser', KEY) !== null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useNoticeChoice(): boolean {
  return useSyncExternalStore(subscribe, isWanted, () => false)
}

/** Asks for the browser's permission, and keeps the wish in this browser. */
export async function chooseNotices(): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') store('browser', KEY, '1')
  for (const listener of listeners) listener()
}
