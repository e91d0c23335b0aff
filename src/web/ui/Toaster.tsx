import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import {
  dismissToast,
  getToasts,
  subscribeToToasts,
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  TOAST_SWIPE_DIRECTION,
  TOAST_SWIPE_THRESHOLD_PX,
} from './toast-store.ts'

const MARKS = {
  info: { icon: 'info', color: 'text-accent' },
  done: { icon: 'check', color: 'text-done' },
  error: { icon: 'error', color: 'text-error' },
} as const

/** The place where toasts appear. One in a page. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts)
  return (
    <Toast.Provider
      duration={TOAST_DURATION_MS}
      swipeDirection={TOAST_SWIPE_DIRECTION}
      swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
    >
      {toasts.map(({ id, open, tone = 'info', title, description }) => {
        const { icon, color } = MARKS[tone]
        return (
          <Toast.Root
            key={id}
            open={open}
            onOpenChange={(isOpen) => !isOpen && dismissToast(id)}
            className="toast flex items-start gap-3 rounded-control border border-line bg-card p-4 shadow-lg"
          >
            <Icon name={icon} className={classNames('mt-1', color)} />
            <div className="min-w-0 flex-1">
              <Toast.Title className="font-semibold">{title}</Toast.Title>
              {description && (
                <Toast.Description className="text-muted [overflow-wrap:anywhere]">
                  {description}
                </Toast.Description>
              )}
            </div>
            <Toast.Close
              aria-label="Close"
              className="-m-1 grid size-8 place-items-center rounded-control text-muted hover:bg-well hover:text-ink"
            >
              <Icon name="close" />
            </Toast.Close>
          </Toast.Root>
        )
      })}
      <Toast.Viewport
        hotkey={TOAST_HOTKEY}
        className="fixed right-0 bottom-0 z-50 w-full max-w-96 p-4 outline-none"
      />
    </Toast.Provider>
  )
}
