/** Formats a time of day by the reader's own locale and time zone: "12:31:05". */
export function formatClock(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toLocaleTimeString(undefined, { hourCycle: 'h23' })
}
