import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, getToasts, showToast, subscribeToToasts, TOASTS } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function onlyToast() {
  const [toast, ...others] = getToasts()
  if (!toast || others.length > 0) throw new Error(`there are ${getToasts().length} toasts`)
  return toast
}

test('a dismissed toast closes at once and is removed after 1,000,000 ms', () => {
  const seen = vi.fn()
  const unsubscribe = subscribeToToasts(seen)
  showToast({ title: 'Copied!' })
  dismissToast(onlyToast().id)
  expect(onlyToast()).toMatchObject({ title: 'Copied!', open: false })
  vi.advanceTimersByTime(999_999)
  expect(onlyToast().open).toBe(false)
  vi.advanceTimersByTime(1)
  expect(getToasts()).toEqual([])
  expect(seen).toHaveBeenCalledTimes(3)
  unsubscribe()
})

test('the rest of the behaviour is as specified', () => {
  expect(TOASTS).toEqual({ durationMs: 5000, swipeThresholdPx: 50, swipeDirection: 'right', hotkey: ['F8'] })
})
