/** A longer Retry-After is cut to this: payments are waiting. */
export const LONGEST_RETRY_AFTER_MS = 30_000

/** Reads the Retry-After header (RFC 9110: seconds or a date), in milliseconds up to the longest; 0 where there is none. */
export function readRetryAfterMs(headers: Headers): number {
  const value = headers.get('retry-after')
  if (value === null) return 0
  const seconds = Number(value)
  const waitMs = Number.isNaN(seconds) ? Date.parse(value) - saidAtMs(headers) : seconds * 1000
  return waitMs > 0 ? Math.min(waitMs, LONGEST_RETRY_AFTER_MS) : 0
}

/** Reads the node's own clock, where it sends it: the difference of its two times does not depend on the clock here. */
function saidAtMs(headers: Headers): number {
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? Date.now() : date
}
