import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import type { ToasterProps } from '#web/ui/Toaster.tsx'
import { getToasts, subscribeToToasts } from '#web/ui/toast-store.ts'
import { afterFirstView } from './after-first-view.ts'

/**
 * The place of toasts, fetched after the first view, or with the first of them. Where it can not be fetched there are none:
 * what they say is on the page too.
 */
export function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType<ToasterProps> | null>(null)
  const isShowing = useSyncExternalStore(
    subscribeToToasts,
    () => getToasts().length > 0,
    () => false,
  )

  useEffect(
    () =>
      afterFirstView(() => {
        import('#web/ui/Toaster.tsx').then(
          (module) => setToaster(() => module.Toaster),
          () => {},
        )
      }, isShowing),
    [isShowing],
  )

  return Toaster && <Toaster place="foot" />
}
