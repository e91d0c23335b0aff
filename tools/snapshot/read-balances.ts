import { setTimeout } from 'node:timers/promises'
import type { Address, RpcLog } from 'viem'
import type { EvmNode } from './evm-node.ts'
import type { StateFile } from './snapshot-progress.ts'
import { TokenBalances } from './token-balances.ts'
import { readTransfers } from './transfer.ts'

/** How far logs were read, and the balances up to there. */
export interface Reading {
  nextBlock: bigint
  logs: number
  balances: TokenBalances
}

export interface ReadBalancesOptions {
  token: Address
  /** Nothing is read before it. */
  fromBlock: bigint
  toBlock: bigint
  state: StateFile | null
  onProgress(block: bigint, toBlock: bigint, logs: number): void
}

/** Reads all transfers of a token up to a block as balances, and goes on where the state file says. Throws SnapshotError. */
export async function readBalances(
  node: EvmNode,
  { token, fromBlock, toBlock, state, onProgress }: ReadBalancesOptions,
): Promise<Reading> {
  const kept = (await state?.read()) ?? null
  const reading = kept ? fromKept(kept) : { nextBlock: fromBlock, logs: 0, balances: new TokenBalances() }
  const read = (from: bigint, to: bigint) => node.transferLogs(token, from, to)
  for await (const { from, to, logs } of logRanges(read, reading.nextBlock, toBlock, setTimeout)) {
    reading.balances.apply(readTransfers(logs, token, from, to))
    reading.logs += logs.length
    reading.nextBlock = to + 1n
    onProgress(to, toBlock, reading.logs)
    await state?.keep(() => toKeep(reading))
  }
  await state?.write(toKeep(reading))
  return reading
}

function toKeep({ nextBlock, logs, balances }: Reading): object {
  const entries = Array.from(balances.entries(), ([holder, balance]) => [holder, String(balance)])
  return { nextBlock: String(nextBlock), logs, balances: entries }
}

function fromKept(kept: object): Reading {
  const { nextBlock, logs, balances } = kept as {
    nextBlock: string
    logs: number
    balances: [Address, string][]
  }
  const entries = balances.map(([holder, balance]) => [holder, BigInt(balance)] as const)
  return { nextBlock: BigInt(nextBlock), logs, balances: new TokenBalances(entries) }
}

/** Finds the block in which a contract was deployed, by halving; 0 where the node does not keep states that old. */
export async function findDeployment(node: EvmNode, token: Address, block: bigint): Promise<bigint> {
  let without = -1n
  let having = block
  try {
    while (having - without > 1n) {
      const middle = (having + without) / 2n
      if (await node.hasCode(token, middle)) having = middle
      else without = middle
    }
    return having
  } catch {
    return 0n
  }
}

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
