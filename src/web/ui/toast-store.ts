import { createExternalStore } from '#web/lib/external-store.ts'

/** The behaviour of toasts. These numbers are specified. */
const TOAST_LIMIT = 1
const TOAST_REMOVE_DELAY_MS = 1_000_000
export const TOASTS = {
  durationMs: 5000,
  swipeThresholdPx: 50,
  swipeDirection: 'right',
  hotkey: ['F8'],
} as const

export interface ToastMessage {
  tone?: 'info' | 'done' | 'error'
  title: string
  description?: string
}

interface ShownToast extends ToastMessage {
  id: number
  /** False once dismissed; it then stays in the list, unseen, until it is removed. */
  open: boolean
}

let lastId = 0
const toasts = createExternalStore<readonly ShownToast[]>([])

export const { get: getToasts, subscribe: subscribeToToasts } = toasts

/** Shows a toast in the place of the one before. */
export function showToast(message: ToastMessage): void {
  lastId += 1
  toasts.set([{ ...message, id: lastId, open: true }, ...getToasts()].slice(0, TOAST_LIMIT))
}

export function dismissToast(id: number): void {
  toasts.set(getToasts().map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
  setTimeout(() => toasts.set(getToasts().filter((toast) => toast.id !== id)), TOAST_REMOVE_DELAY_MS)
}
