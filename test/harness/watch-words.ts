import type { ServerBed } from './server-bed.ts'

const LOOK_EVERY_MS = 500

/** Polls the status for the messages that an operator would have read meanwhile. */
export interface WordsWatch {
  /** Every message that was shown, in order, without repetitions. */
  messages: readonly string[]
  /** The longest time in which a run made no progress without a message. */
  longestSilenceMs(): number
  stop(): Promise<void>
}

export function watchWords(bed: Pick<ServerBed, 'status'>): WordsWatch {
  const messages: string[] = []
  let isWatching = true
  let state = ''
  let sinceMs = performance.now()
  let longestMs = 0

  async function look(): Promise<void> {
    const { running, queuedClaimsCount, progress } = await bed.status()
    const message = progress?.message ?? null
    const nowMs = performance.now()
    if (message !== null && message !== messages.at(-1)) messages.push(message)
    const { successful, failed, held, currentBatch } = progress ?? {}
    const now = JSON.stringify([running, queuedClaimsCount, successful, failed, held, currentBatch])
    if (!running || message !== null || now !== state) sinceMs = nowMs
    state = now
    longestMs = Math.max(longestMs, nowMs - sinceMs)
  }

  async function watch(): Promise<void> {
    while (isWatching) {
      // A server that the test has stopped shows nothing: that time does not count.
      await look().catch(() => {
        sinceMs = performance.now()
      })
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  }

  const watching = watch()
  return {
    messages,
    longestSilenceMs: () => longestMs,
    async stop() {
      isWatching = false
      await watching
    },
  }
}
