import { Toast } from 'radix-ui'
import { useContext, useSyncExternalStore } from 'react'
import { classNames, Icon } from './basics.tsx'
import { fill } from './fill.ts'
import { dismissToast, getToasts, subscribeToToasts, TOASTS } from './toast-store.ts'
import { UiLanguageContext } from './ui-language.ts'

const MARKS = {
  info: { icon: 'info', color: 'text-accent' },
  done: { icon: 'check', color: 'text-done' },
  error: { icon: 'error', color: 'text-error' },
} as const

export interface ToasterProps {
  /** Where they are: unless a page says otherwise, the lower corner at the end of a line, and the top of a phone. */
  className?: string
}

/** The place where toasts appear. One in a page. */
export function Toaster({ className = 'top-0 inset-e-0 sm:top-auto sm:bottom-0' }: ToasterProps) {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts)
  const { texts } = useContext(UiLanguageContext)
  return (
    <Toast.Provider
      duration={TOASTS.durationMs}
      swipeDirection={swipeDirection()}
      swipeThreshold={TOASTS.swipeThresholdPx}
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
              aria-label={texts.close}
              className="-m-1 grid size-8 place-items-center rounded-control text-muted hover:bg-well hover:text-ink"
            >
              <Icon name="close" />
            </Toast.Close>
          </Toast.Root>
        )
      })}
      <Toast.Viewport
        hotkey={[...TOASTS.hotkey]}
        // Radix puts the key in.
        label={fill(texts.notifications, { hotkey: '{hotkey}' })}
        className={classNames('fixed z-50 w-full p-4 outline-none sm:max-w-96', className)}
      />
    </Toast.Provider>
  )
}

/** Returns the way out of the page from where toasts are shown. */
function swipeDirection(): 'left' | 'right' {
  return document.dir === 'rtl' ? 'left' : TOASTS.swipeDirection
}
