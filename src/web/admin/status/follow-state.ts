import type { PortalStateBody } from '#api-schema/portal-state.ts'

/** Where the stream fails, the state is asked for as often as this. */
const POLL_MS = 2_000

/** For so long after a failure no stream is tried. */
const RETRY_MS = 15_000

/**
 * A request that tells nothing for so long is given up: a server that can tells something each second, another one may know more, and a
 * proxy waits for minutes.
 */
const SILENT_MS = 8_000

interface StateSource {
  /** Opens the stream of events. */
  open(signal: AbortSignal): Promise<Response>
  read(signal: AbortSignal): Promise<PortalStateBody>
}

interface StateHearer {
  onState(state: PortalStateBody): void
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
      await untilSilent(signal, (until) => source.read(until))
        .then(hearer.onState)
        .catch(() => !signal.aborted && hearer.onSilence())
      await sleep(POLL_MS, signal)
    }
  }
}

/** Resolves when the stream has ended. Throws what opening or reading it throws. */
function followEvents(source: StateSource, hearer: StateHearer, signal: AbortSignal): Promise<void> {
  return untilSilent(signal, async (until, onEvent) => {
    const response = await source.open(until)
    for await (const { event, data } of readEvents(response)) {
      if (signal.aborted) return
      onEvent()
      tell(hearer, event, JSON.parse(data))
    }
  })
}

/** Gives a request up by the signal, or once it has told nothing for too long. */
async function untilSilent<T>(
  signal: AbortSignal,
  ask: (until: AbortSignal, onEvent: () => void) => Promise<T>,
): Promise<T> {
  const silence = new AbortController()
  const abort = () => silence.abort()
  let timer = setTimeout(abort, SILENT_MS)
  const onEvent = () => {
    clearTimeout(timer)
    timer = setTimeout(abort, SILENT_MS)
  }
  try {
    return await ask(AbortSignal.any([signal, silence.signal]), onEvent)
  } finally {
    clearTimeout(timer)
  }
}

function tell(hearer: StateHearer, event: string, data: PortalStateBody & { reason?: string }): void {
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

/** One server-sent event. */
interface ServerEvent {
  event: string
  /** JSON. */
  data: string
}

/** Reads the events of a response as they come. */
async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (text + value).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = readBlock(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Returns null for a block without data, such as a comment. */
function readBlock(block: string): ServerEvent | null {
  const event: ServerEvent = { event: 'message', data: '' }
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(event|data): ?(.*)$/.exec(line) ?? []
    if (field === 'event') event.event = value
    if (field === 'data') event.data += value
  }
  return event.data === '' ? null : event
}
