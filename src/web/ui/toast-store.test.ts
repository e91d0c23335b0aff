import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  dismissToast,
  getToasts,
  showToast,
  subscribeToToasts,
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  TOAST_SWIPE_DIRECTION,
  TOAST_SWIPE_THRESHOLD_PX,
} from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function onlyToast() {
  const [toast, ...others] = getToasts()
  if (!toast || others.length > 0) throw new Error(`there are ${getToasts().length} toasts`)
  return toast
}

test('a toast takes the place of the one before', () => {
  showToast({ title: 'Network Added' })
  showToast({ title: 'Network Switched', description: 'BNB' })
  expect(onlyToast()).toMatchObject({ title: 'Network Switched', description: 'BNB', open: true })
})

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
  expect([TOAST_DURATION_MS, TOAST_SWIPE_THRESHOLD_PX, TOAST_SWIPE_DIRECTION, TOAST_HOTKEY]).toEqual([
    5000,
    50,
    'right',
    ['F8'],
  ])
})
