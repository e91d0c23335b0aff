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

test('a stream that tells of no state is left, since another server may know it', async () => {
  const speechless = async (signal: AbortSignal) => {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        const comment = new TextEncoder().encode(': the records do not answer\n\n')
        const timer = setInterval(() => stream.enqueue(comment), 1_000)
        signal.addEventListener('abort', () => {
          clearInterval(timer)
          stream.error(signal.reason)
        })
      },
    })
    return new Response(body)
  }
  const onState = vi.fn()
  const leaving = new AbortController()
  const hearer = { onState, onBeat() {}, onSilence() {}, onSessionEnd() {} }
  const read = async () => ({}) as PortalStateBody
  const following = followState({ open: speechless, read }, hearer, leaving.signal)

  await vi.advanceTimersByTimeAsync(10_000)
  expect(onState).toHaveBeenCalled()
  leaving.abort()
  await vi.runAllTimersAsync()
  await following
})
