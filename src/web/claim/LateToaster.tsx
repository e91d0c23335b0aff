import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { getToasts, subscribeToToasts } from '#web/ui/toast-store.ts'

export const loadToaster = () => import('#web/ui/Toaster.tsx')

/** Without it there are no toasts; what they say is on the page too. */
const Toaster = lazy(async () => ({
  default: await loadToaster().then(
    (module) => module.Toaster,
    () => () => null,
  ),
}))

/** The toasts, fetched with the first of them: none is on the first view. */
export function LateToaster() {
  const isShowing = useSyncExternalStore(subscribeToToasts, () => getToasts().length > 0)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (isShowing) setWanted(true)
  }, [isShowing])
  return <Suspense fallback={null}>{isWanted && <Toaster />}</Suspense>
}
