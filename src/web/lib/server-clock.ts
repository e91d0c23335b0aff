/** A difference by which the device's clock was set, or the device slept, since the server's time was measured. */
const TOLERANCE_MS = 2_000

interface Measurement {
  serverMs: number
  monotonicMs: number
  deviceMs: number
}

let measured: Measurement | null = null

/** Notes the server's time (epoch seconds) as it has just been received. */
export function noteServerTime(epochSeconds: number): void {
  measured = { serverMs: epochSeconds * 1000, monotonicMs: performance.now(), deviceMs: Date.now() }
}

/** Returns the server's time, never ahead of it, by the time that has passed here. The clock of the device does not matter. */
export function serverNow(): number {
  if (!measured) return Date.now()
  return Math.floor(measured.serverMs + performance.now() - measured.monotonicMs)
}

/** True when the measurement is to be repeated: some browsers stop the monotonic clock while the device sleeps. */
export function isServerTimeDoubtful(): boolean {
  if (!measured) return true
  const byDevice = Date.now() - measured.deviceMs
  return Math.abs(byDevice - (performance.now() - measured.monotonicMs)) > TOLERANCE_MS
}
