const MINUTE_MS = 60_000

/**
 * Returns the time after which claims are too young for a run that starts at `startedAtMs`: those submitted or corrected later
 * wait for the next one. Null without a cooling-off time: a run then takes every queued claim.
 */
export function coolingOffCutoff(startedAtMs: number, coolingOffMinutes: number): number | null {
  return coolingOffMinutes === 0 ? null : startedAtMs - coolingOffMinutes * MINUTE_MS
}
