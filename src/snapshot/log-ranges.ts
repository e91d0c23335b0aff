import type { RpcLog } from 'viem'

const FIRST_BLOCKS = 2_000n
const MOST_BLOCKS = 500_000n

/** Few logs: the next range may be larger. */
const FEW_LOGS = 2_000

const TRIES_FOR_ONE_BLOCK = 4
const PAUSE_MS = 1_000

export interface LogRange {
  from: bigint
  to: bigint
  logs: RpcLog[]
}

/**
 * Reads logs range by range. Whatever a node refuses a range for (too many results, too many blocks, too slow), the next one is half as
 * long; where it answers with few, twice as long. Throws what the node says of a single block, asked a few times.
 */
export async function* logRanges(
  read: (from: bigint, to: bigint) => Promise<RpcLog[]>,
  first: bigint,
  last: bigint,
  pause: (ms: number) => Promise<unknown>,
): AsyncGenerator<LogRange, void, void> {
  let blocks = FIRST_BLOCKS
  let failures = 0
  /** Longer ones were refused: it is reached again only after a while. */
  let ceiling = MOST_BLOCKS
  for (let from = first; from <= last; ) {
    const to = from + blocks - 1n < last ? from + blocks - 1n : last
    try {
      const logs = await read(from, to)
      yield { from, to, logs }
      from = to + 1n
      failures = 0
      if (logs.length < FEW_LOGS) blocks = lesser(blocks * 2n, ceiling)
      ceiling = lesser(ceiling + ceiling / 8n + 1n, MOST_BLOCKS)
    } catch (error) {
      if (blocks === 1n && ++failures >= TRIES_FOR_ONE_BLOCK) throw error
      if (blocks === 1n) await pause(PAUSE_MS * failures)
      blocks = (to - from + 1n) / 2n || 1n
      ceiling = blocks
    }
  }
}

const lesser = (a: bigint, b: bigint) => (a < b ? a : b)
