/** The time that a block takes: Solana makes a slot in 0.4 s, and skips few. */
const BLOCK_SECONDS = 0.4

/** Below this, the wait is given in tens of seconds. */
const MINUTE_FROM_SECONDS = 45

/** Describes how long a number of blocks takes: "about 20 seconds", "about a minute". */
export function describeWait(blocks: number): string {
  const seconds = blocks * BLOCK_SECONDS
  if (seconds < MINUTE_FROM_SECONDS) return `about ${Math.max(Math.ceil(seconds / 10), 1) * 10} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`
}
