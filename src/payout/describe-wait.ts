/** How long a block takes: Solana makes a slot in 0.4 s, and skips few. */
const BLOCK_SECONDS = 0.4

/** Below this, seconds are told: in tens. */
const MINUTE_FROM_SECONDS = 45

/** About how long a number of blocks takes, to be read: "about 20 seconds", "about a minute". */
export function describeWait(blocks: number): string {
  const seconds = blocks * BLOCK_SECONDS
  if (seconds < MINUTE_FROM_SECONDS) return `about ${Math.max(Math.ceil(seconds / 10), 1) * 10} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`
}
