/** Formats a time in UTC by a locale, or else the browser's own: "31 Jan 2026, 23:59:59 UTC". */
export function formatUtc(epochSeconds: number, locale?: string): string {
  return inUtc(epochSeconds, locale, { dateStyle: 'medium', timeStyle: 'medium' })
}

/** Formats a time in UTC to the minute, with the month in letters: "31 January 2026 at 23:59 UTC". */
export function formatUtcMinute(epochSeconds: number, locale?: string): string {
  return inUtc(epochSeconds, locale, { dateStyle: 'long', timeStyle: 'short' })
}

const OF_TIME = ['hour', 'minute', 'second', 'dayPeriod']

/** Formats a moment with "UTC" behind its time, which comes before the date in some languages. */
function inUtc(epochSeconds: number, locale: string | undefined, styles: Intl.DateTimeFormatOptions): string {
  const parts = new Intl.DateTimeFormat(locale, { ...styles, timeZone: 'UTC' }).formatToParts(
    epochSeconds * 1000,
  )
  const last = parts.findLastIndex(({ type }) => OF_TIME.includes(type))
  return parts.map(({ value }, index) => (index === last ? `${value} UTC` : value)).join('')
}

/** Formats date and time by the reader's own locale and time zone. */
export function formatLocal(epochSeconds: number, locale?: string): string {
  return new Date(epochSeconds * 1000).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' })
}

/** Formats the time of day by the reader's own locale and time zone, to the minute: "14:32". */
export function formatLocalMinute(epochSeconds: number, locale?: string): string {
  return new Date(epochSeconds * 1000).toLocaleTimeString(locale, { timeStyle: 'short' })
}

/** Formats a duration, "1h 2m 5s"; leading units that are zero are left out. */
export function formatDuration(totalSeconds: number): string {
  const hours = Math.floor(totalSeconds / 3600)
  const minutes = Math.floor((totalSeconds % 3600) / 60)
  const seconds = Math.floor(totalSeconds % 60)
  if (hours > 0) return `${hours}h ${minutes}m ${seconds}s`
  return minutes > 0 ? `${minutes}m ${seconds}s` : `${seconds}s`
}

/** Formats a time by the reader's own locale and time zone as `formatUtcMinute` does in UTC. */
export function formatLocalMoment(epochSeconds: number, locale?: string): string {
  return new Date(epochSeconds * 1000).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' })
}

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
