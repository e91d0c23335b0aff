const MINUTE_MS = 60_000

/** Converts epoch seconds to the value of a datetime-local field; empty for null. */
export function toLocalTime(seconds: number | null): string {
  if (seconds === null) return ''
  const ms = seconds * 1000
  const offsetMs = new Date(ms).getTimezoneOffset() * MINUTE_MS
  return new Date(ms - offsetMs).toISOString().slice(0, 16)
}

/** Converts the value of a datetime-local field to epoch seconds; null for an empty or unfinished one. */
export function fromLocalTime(value: string): number | null {
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? null : ms / 1000
}
