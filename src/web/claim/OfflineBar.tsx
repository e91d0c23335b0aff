import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Notice } from '#web/ui/Notice.tsx'
import { useTexts } from './language/Language.tsx'

/** Says that the device is offline, while it is. What failed meanwhile is asked again once it no longer is. */
export function OfflineBar() {
  const { offline, offlineHelp } = useTexts().page
  const queryClient = useQueryClient()
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

  useEffect(() => {
    if (isOnline) queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [isOnline, queryClient])

  return (
    <div role="status" className="mb-6 empty:hidden">
      {!isOnline && (
        <Notice title={offline}>
          <p>{offlineHelp}</p>
        </Notice>
      )}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  const events = ['online', 'offline']
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}
