/** "2026-01-31 23:59:59 UTC". */
export function formatUtc(epochSeconds: number): string {
  return `${new Date(epochSeconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Date and time as the reader's own place writes them. */
export function formatLocal(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}

/** "1h 2m 5s"; units that are zero at the front are left out. */
export function formatDuration(totalSeconds: number): string {
  const hours = Math.floor(totalSeconds / 3600)
  const minutes = Math.floor((totalSeconds % 3600) / 60)
  const seconds = Math.floor(totalSeconds % 60)
  if (hours > 0) return `${hours}h ${minutes}m ${seconds}s`
  return minutes > 0 ? `${minutes}m ${seconds}s` : `${seconds}s`
}
