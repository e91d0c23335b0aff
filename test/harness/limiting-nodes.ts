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
