import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PortalStateBody } from '#api-schema/portal-state.ts'
import { followState } from './follow-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** As the request to a server that hangs, behind a proxy with more patience than a person. */
function hanging(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

test('a state that is not answered is given up, and asked for again', async () => {
  const state = {} as PortalStateBody
  const read = vi.fn(async (signal: AbortSignal) => (read.mock.calls.length === 1 ? hanging(signal) : state))
  const [onState, onSilence] = [vi.fn(), vi.fn()]
  const leaving = new AbortController()
  const hearer = { onState, onBeat() {}, onSilence, onSessionEnd() {} }
  const following = followState({ open: hanging, read }, hearer, leaving.signal)

  await vi.advanceTimersByTimeAsync(20_000)
  expect(onSilence).toHaveBeenCalledOnce()
  expect(onState).toHaveBeenCalledWith(state)
  leaving.abort()
  await vi.runAllTimersAsync()
  await following
})
