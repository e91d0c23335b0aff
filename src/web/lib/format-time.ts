/** A moment in UTC, as readers of this locale, or else of the browser's own, write it: "31 Jan 2026, 23:59:59 UTC". */
export function formatUtc(epochSeconds: number, locale?: string): string {
  const written = new Date(epochSeconds * 1000).toLocaleString(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })
  return `${written} UTC`
}

/** Date and time as the reader's own place writes them, and has them. */
export function formatLocal(epochSeconds: number, locale?: string): string {
  return new Date(epochSeconds * 1000).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' })
}

/** "1h 2m 5s"; units that are zero at the front are left out. */
export function formatDuration(totalSeconds: number): string {
  const hours = Math.floor(totalSeconds / 3600)
  const minutes = Math.floor((totalSeconds % 3600) / 60)
  const seconds = Math.floor(totalSeconds % 60)
  if (hours > 0) return `${hours}h ${minutes}m ${seconds}s`
  return minutes > 0 ? `${minutes}m ${seconds}s` : `${seconds}s`
}
