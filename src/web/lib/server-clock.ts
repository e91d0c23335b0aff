/** More than the seconds that the server's time is told in, and the way that it takes. */
const TOLERANCE_MS = 5_000

let measured: { serverMs: number; monotonicMs: number } | null = null

/**
 * Notes the server's time (epoch seconds) as it has just been received. A clock that is a little ahead of it runs on: it was told in whole
 * seconds, some time ago, and of two claims the later one takes the later time.
 */
export function noteServerTime(epochSeconds: number): void {
  const toldMs = epochSeconds * 1000
  const aheadMs = measured === null ? 0 : serverNow() - toldMs
  if (measured !== null && aheadMs > 0 && aheadMs < TOLERANCE_MS) return
  measured = { serverMs: toldMs, monotonicMs: performance.now() }
}

/** Returns the server's time, never ahead of it, by the time that has passed here. The clock of the device does not matter. */
export function serverNow(): number {
  if (!measured) return Date.now()
  return Math.floor(measured.serverMs + performance.now() - measured.monotonicMs)
}
