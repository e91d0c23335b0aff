import { setTimeout } from 'node:timers/promises'
import type { Address } from 'viem'
import type { EvmNode } from './evm-node.ts'
import { logRanges } from './log-ranges.ts'
import type { Reading, StateFile } from './snapshot-progress.ts'
import { TokenBalances } from './token-balances.ts'
import { readTransfers } from './transfer.ts'

const KEEP_EVERY_MS = 20_000

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
  const reading = (await state?.read()) ?? { nextBlock: fromBlock, logs: 0, balances: new TokenBalances() }
  const read = (from: bigint, to: bigint) => node.transferLogs(token, from, to)
  let keptAt = Date.now()
  for await (const { from, to, logs } of logRanges(read, reading.nextBlock, toBlock, setTimeout)) {
    reading.balances.apply(readTransfers(logs, token, from, to))
    reading.logs += logs.length
    reading.nextBlock = to + 1n
    onProgress(to, toBlock, reading.logs)
    if (Date.now() - keptAt < KEEP_EVERY_MS) continue
    await state?.write(reading)
    keptAt = Date.now()
  }
  await state?.write(reading)
  return reading
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
