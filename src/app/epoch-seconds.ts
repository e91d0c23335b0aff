/** Converts milliseconds to the whole seconds that go over the wire. */
export function toEpochSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}

/** Converts a time that may not be known. */
export function toEpochSecondsOrNull(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : toEpochSeconds(ms)
}
