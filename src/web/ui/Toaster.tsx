import { Toast } from 'radix-ui'
import { useContext, useSyncExternalStore } from 'react'
import { classNames } from './class-names.ts'
import { fill } from './fill.ts'
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
import { UiLanguageContext } from './ui-language.ts'

const MARKS = {
  info: { icon: 'info', color: 'text-accent' },
  done: { icon: 'check', color: 'text-done' },
  error: { icon: 'error', color: 'text-error' },
} as const

const PLACES = {
  corner: 'top-0 inset-e-0 sm:top-auto sm:bottom-0',
  foot: 'bottom-24 inset-s-0 max-lg:in-[html:has(.submit-bar_[role=alert])]:bottom-72 lg:bottom-60 lg:ps-12',
}

export interface ToasterProps {
  /**
   * `corner`: the lower one at the end of a line, and the top of a phone. `foot`: over the brand's half of the claim page, and above the bar
   * that submits on a phone, where they hide nothing.
   */
  place?: keyof typeof PLACES
}

/** The place where toasts appear. One in a page. */
export function Toaster({ place = 'corner' }: ToasterProps) {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts)
  const { texts } = useContext(UiLanguageContext)
  return (
    <Toast.Provider
      duration={TOAST_DURATION_MS}
      swipeDirection={swipeDirection()}
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
              aria-label={texts.close}
              className="-m-1 grid size-8 place-items-center rounded-control text-muted hover:bg-well hover:text-ink"
            >
              <Icon name="close" />
            </Toast.Close>
          </Toast.Root>
        )
      })}
      <Toast.Viewport
        hotkey={TOAST_HOTKEY}
        // Radix puts the key in.
        label={fill(texts.notifications, { hotkey: '{hotkey}' })}
        className={classNames('fixed z-50 w-full p-4 outline-none sm:max-w-96', PLACES[place])}
      />
    </Toast.Provider>
  )
}

/** Returns the way out of the page from where toasts are shown. */
function swipeDirection(): 'left' | 'right' {
  return document.dir === 'rtl' ? 'left' : TOAST_SWIPE_DIRECTION
}
