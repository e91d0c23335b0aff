import { randomStream } from '#lab/random/seeded-random.ts'
import { RateLimiter, type Turn } from '#solana/request-scheduler.ts'

export interface Drive {
  node: LimitingNode
  latencyMs: number
  /** The mean of what each way takes longer, as a share of it. */
  jitter?: number
  /** A node's own limit may refuse at once, without the wait for an answer. */
  refusesAtOnce?: boolean
  retryAfterMs?: number
  forMs: number
  /** The requests that wait or are under way at once. */
  atOnce?: number
}

const TIMER_LATE_MS = 1

interface Driven {
  takenAtMs: number[]
  refusedAtMs: number[]
}

/** Sends as many requests as the rate allows to a node, on a virtual clock. A request that is refused is sent again. */
export function driveRate({
  node,
  latencyMs,
  jitter = 0,
  refusesAtOnce = false,
  retryAfterMs = 0,
  forMs,
  atOnce = 40,
}: Drive): Driven {
  const rate = new RateLimiter()
  const clock = new VirtualClock()
  const random = randomStream('requests')
  const later = (meanMs: number) => -meanMs * Math.log(1 - random())
  const driven: Driven = { takenAtMs: [], refusedAtMs: [] }
  let underWay = 0
  let lastAtMs = Number.NEGATIVE_INFINITY
  let pausedUntilMs = 0
  let isWaiting = false

  const wake = () => {
    isWaiting = false
    send()
  }
  const send = () => {
    if (underWay === atOnce || isWaiting) return
    const dueAtMs = Math.max(lastAtMs + rate.intervalMs, pausedUntilMs)
    isWaiting = dueAtMs > clock.nowMs
    // A timer is late by a little.
    if (isWaiting) return clock.at(dueAtMs + later(TIMER_LATE_MS), wake)
    lastAtMs = Math.max(dueAtMs, clock.nowMs - 20)
    underWay += 1
    const turn: Turn = { atMs: clock.nowMs, intervalMs: rate.intervalMs }
    const wayMs = () => latencyMs / 2 + later((jitter * latencyMs) / 2)
    clock.at(clock.nowMs + wayMs(), () => {
      const isTaken = node(clock.nowMs)
      ;(isTaken ? driven.takenAtMs : driven.refusedAtMs).push(clock.nowMs)
      clock.at(clock.nowMs + (isTaken || !refusesAtOnce ? wayMs() : 1), () => {
        underWay -= 1
        if (isTaken) rate.answered(turn)
        else rate.refused(turn, clock.nowMs)
        if (!isTaken) pausedUntilMs = Math.max(pausedUntilMs, clock.nowMs + retryAfterMs)
        send()
      })
    })
    send()
  }
  clock.at(0, send)
  clock.runUntil(forMs)
  return driven
}

class VirtualClock {
  nowMs = 0
  readonly #events: { atMs: number; act: () => void }[] = []

  at(atMs: number, act: () => void): void {
    const index = this.#events.findLastIndex((event) => event.atMs <= atMs)
    this.#events.splice(index + 1, 0, { atMs, act })
  }

  runUntil(untilMs: number): void {
    for (let event = this.#events.shift(); event && event.atMs <= untilMs; event = this.#events.shift()) {
      this.nowMs = event.atMs
      event.act()
    }
  }
}

/** Tells of a request that arrives whether the node takes it. Times never go back. */
export type LimitingNode = (arrivedAtMs: number) => boolean

/** Takes so many in any span of so long. Some count what they refused as well: asking on keeps them closed. */
export function slidingWindow(
  requests: number,
  spanMs: number,
  { countsRefused = false } = {},
): LimitingNode {
  let countedAtMs: number[] = []
  return (atMs) => {
    countedAtMs = countedAtMs.filter((each) => each > atMs - spanMs)
    const isTaken = countedAtMs.length < requests
    if (isTaken || countsRefused) countedAtMs.push(atMs)
    return isTaken
  }
}

/** Takes so many in each second, or each ten, of the clock. */
export function fixedWindow(requests: number, spanMs: number): LimitingNode {
  let window = -1
  let counted = 0
  return (atMs) => {
    const current = Math.floor(atMs / spanMs)
    if (current !== window) counted = 0
    window = current
    counted += 1
    return counted <= requests
  }
}

/** Takes so many a second in the long run, and so many at once after it was left alone. */
export function tokenBucket(perSecond: number, burst: number): LimitingNode {
  let tokens = burst
  let lastAtMs = 0
  return (atMs) => {
    tokens = Math.min(burst, tokens + ((atMs - lastAtMs) * perSecond) / 1_000)
    lastAtMs = atMs
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

/** Changes to another limit at a time. */
export function changing(before: LimitingNode, after: LimitingNode, changesAtMs: number): LimitingNode {
  return (atMs) => (atMs < changesAtMs ? before(atMs) : after(atMs))
}
