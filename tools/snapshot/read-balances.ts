import { setTimeout } from 'node:timers/promises'
import { type Address, type Hex, hexToBigInt, isHex, type RpcLog, size, slice, zeroAddress } from 'viem'
import { type EvmNode, SnapshotError, TRANSFER_TOPIC } from './evm-node.ts'
import type { StateFile } from './snapshot-progress.ts'

/** How far logs were read, and the balances up to there. */
interface Reading {
  nextBlock: bigint
  logs: number
  balances: TokenBalances
}

interface ReadBalancesOptions {
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

interface LogRange {
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

/** Balances of a token, as its transfers say. */
class TokenBalances {
  readonly #balances: Map<Address, bigint>

  constructor(balances: Iterable<readonly [Address, bigint]> = []) {
    this.#balances = new Map(balances)
  }

  apply(transfers: readonly TransferLog[]): void {
    for (const { from, to, value } of transfers) {
      this.#change(from, -value)
      this.#change(to, value)
    }
  }

  #change(holder: Address, by: bigint): void {
    // Out of it comes what is minted.
    if (holder === zeroAddress) return
    const balance = (this.#balances.get(holder) ?? 0n) + by
    if (balance === 0n) this.#balances.delete(holder)
    else this.#balances.set(holder, balance)
  }

  /** Those with a balance, in ascending order of their addresses. Throws SnapshotError where one sent more than it had. */
  holders(): [Address, bigint][] {
    const holders = [...this.#balances]
    const negative = holders.find(([, balance]) => balance < 0n)
    if (negative) {
      throw new SnapshotError(
        `${negative[0]} sent more than it received: the logs are not complete, or the token moves balances without logs`,
      )
    }
    return holders.sort(([a], [b]) => (a < b ? -1 : 1))
  }

  entries(): Iterable<[Address, bigint]> {
    return this.#balances
  }

  of(holder: Address): bigint {
    return this.#balances.get(holder) ?? 0n
  }
}

/** One Transfer of an ERC-20. Addresses are in lower case. */
interface TransferLog {
  from: Address
  to: Address
  value: bigint
}

const WORD = 32

/**
 * Reads logs as transfers of a token, in the order of the chain. A node may answer anything: each log has to be the token's own, a
 * Transfer of ERC-20's shape, within the blocks asked for, and there once. Throws SnapshotError.
 */
function readTransfers(logs: readonly RpcLog[], token: Address, from: bigint, to: bigint): TransferLog[] {
  const seen = new Set<string>()
  return logs.map((log) => {
    const where = `log ${log.logIndex} of block ${log.blockNumber}`
    if (log.removed) throw new SnapshotError(`The node gave a log that was removed from the chain: ${where}`)
    if (log.address.toLowerCase() !== token.toLowerCase() || log.topics[0] !== TRANSFER_TOPIC) {
      throw new SnapshotError(`The node gave a log that is not a transfer of this token: ${where}`)
    }
    const block = BigInt(log.blockNumber ?? -1)
    if (block < from || block > to)
      throw new SnapshotError(`The node gave a log of another block than asked for: ${where}`)
    const place = `${log.blockNumber} ${log.logIndex}`
    if (seen.has(place)) throw new SnapshotError(`The node gave a log twice: ${where}`)
    seen.add(place)
    return readTransfer(log, where)
  })
}

function readTransfer({ topics, data }: RpcLog, where: string): TransferLog {
  const [, from, to] = topics
  if (topics.length !== 3 || !from || !to || !isHex(data) || size(data) !== WORD) {
    throw new SnapshotError(`This is not an ERC-20: a transfer of another shape in ${where}`)
  }
  return { from: addressOf(from), to: addressOf(to), value: hexToBigInt(data) }
}

const addressOf = (topic: Hex): Address => slice(topic, 12).toLowerCase() as Address
