import type { PortalState } from '#api-schema/portal-state.ts'
import { readEvents } from './read-events.ts'

/** Where the stream fails, the state is asked for as often as this. */
const POLL_MS = 2_000

/** For so long after a failure no stream is tried. */
const RETRY_MS = 15_000

/** A stream on which nothing arrives for so long is dead: the server says something each second. */
const SILENT_MS = 8_000

export interface StateSource {
  /** Opens the stream of events. */
  open(signal: AbortSignal): Promise<Response>
  read(signal: AbortSignal): Promise<PortalState>
}

export interface StateHearer {
  onState(state: PortalState): void
  /** Nothing has changed up to then. */
  onBeat(asOf: number): void
  /** The server does not answer. */
  onSilence(): void
  onSessionEnd(): void
}

/** Follows the state of the whole by its events, and by asking now and then where those fail, until the signal. */
export async function followState(
  source: StateSource,
  hearer: StateHearer,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await followEvents(source, hearer, signal).catch(() => {})
    const untilMs = performance.now() + RETRY_MS
    while (!signal.aborted && performance.now() < untilMs) {
      await source
        .read(signal)
        .then(hearer.onState)
        .catch(() => !signal.aborted && hearer.onSilence())
      await sleep(POLL_MS, signal)
    }
  }
}

/** Resolves when the stream has ended. Throws what opening or reading it throws. */
async function followEvents(source: StateSource, hearer: StateHearer, signal: AbortSignal): Promise<void> {
  const giveUp = new AbortController()
  const abort = () => giveUp.abort()
  signal.addEventListener('abort', abort)
  let timer = setTimeout(abort, SILENT_MS)
  const onBytes = () => {
    clearTimeout(timer)
    timer = setTimeout(abort, SILENT_MS)
  }
  try {
    const response = await source.open(giveUp.signal)
    for await (const { event, data } of readEvents(response, onBytes)) {
      if (signal.aborted) return
      tell(hearer, event, JSON.parse(data))
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

function tell(hearer: StateHearer, event: string, data: PortalState & { reason?: string }): void {
  if (event === 'state') hearer.onState(data)
  if (event === 'beat') hearer.onBeat(data.asOf)
  if (event === 'end' && data.reason === 'session') hearer.onSessionEnd()
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    resolve()
  }
  const timer = setTimeout(end, ms)
  signal.addEventListener('abort', end)
  return promise
}
