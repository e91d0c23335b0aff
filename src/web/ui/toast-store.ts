/** The behaviour of toasts. These numbers are specified. */
const TOAST_LIMIT = 1
const TOAST_REMOVE_DELAY_MS = 1_000_000
export const TOAST_DURATION_MS = 5000
export const TOAST_SWIPE_THRESHOLD_PX = 50
export const TOAST_SWIPE_DIRECTION = 'right'
export const TOAST_HOTKEY = ['F8']

export interface ToastMessage {
  tone?: 'info' | 'done' | 'error'
  title: string
  description?: string
}

export interface ShownToast extends ToastMessage {
  id: number
  /** False once dismissed; it then stays in the list, unseen, until it is removed. */
  open: boolean
}

let toasts: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function update(next: readonly ShownToast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export function getToasts(): readonly ShownToast[] {
  return toasts
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a toast in the place of the one before. */
export function showToast(message: ToastMessage): void {
  lastId += 1
  update([{ ...message, id: lastId, open: true }, ...toasts].slice(0, TOAST_LIMIT))
}

export function dismissToast(id: number): void {
  update(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
  setTimeout(() => update(toasts.filter((toast) => toast.id !== id)), TOAST_REMOVE_DELAY_MS)
}
