import { clusterName } from '#solana/clusters.ts'
import type { Clock } from './clock.ts'
import type { FailoverRpc } from './failover-rpc.ts'
import { readLastValidHeight } from './fitting-blockhash.ts'

/** The time of a block on public clusters. */
const BLOCK_MS = 400

/**
 * 450 blocks of a public cluster: 182 until what was signed before has landed and is final, or has expired, and 268 by which
 * the node that the records are compared by may be behind.
 */
const PUBLIC_MINIMUM_WAIT_MS = 180_000

/**
 * The most blocks by which a node of another process may have been ahead of the nodes read here: 32 for the node, and 32 from a
 * confirmed bank, whose blockhash is signed with, to the finalized one.
 */
const MARGIN_BLOCKS = 64

/**
 * Returns how long a process waits at least, however high the blocks: nodes that lagged behind at its start and catch up show many
 * blocks in little time. The blocks of other clusters take as long as their operators please.
 */
export function minimumRestartWaitMs(genesisHash: string): number {
  return clusterName(genesisHash) === 'other' ? 0 : PUBLIC_MINIMUM_WAIT_MS
}

/**
 * Keeps a process from signing until nothing that was signed before it started can land any more. Records
 * that were restored from an older copy lack what was in flight; once it is final or expired, the wallet's
 * history shows it.
 */
export class RestartBarrier {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #minimumWaitMs: number
  #raisedAtMs = 0
  #height: number | null = null
  #isPast = false
  #newestSlot = 0

  constructor(clock: Pick<Clock, 'monotonicMs'>, minimumWaitMs: number) {
    this.#clock = clock
    this.#minimumWaitMs = minimumWaitMs
  }

  /** The newest finalized slot that was seen: an older bank shows too little of what was in flight. */
  get newestSlot(): number {
    return this.#newestSlot
  }

  /** True once nothing that was signed before can land any more. */
  get isPast(): boolean {
    return this.#isPast
  }

  /**
   * Reads, as early as possible, the height up to which earlier transactions can land, by the node that is
   * furthest ahead.
   */
  async raise(reader: FailoverRpc): Promise<void> {
    if (this.#height !== null) return
    const heights = await reader.readEach(readLastValidHeight)
    if (this.#height !== null) return
    this.#height = Math.max(...heights) + MARGIN_BLOCKS
    this.#raisedAtMs = this.#clock.monotonicMs()
  }

  /** Tells how many blocks are left, time counted as blocks of a public cluster; 0 once it is past. */
  async blocksLeft(reader: FailoverRpc): Promise<number> {
    await this.raise(reader)
    if (this.#isPast || this.#height === null) return 0
    const { blockHeight, slot } = await reader.readSurely((node) => node.finalizedPosition())
    this.#newestSlot = Math.max(this.#newestSlot, slot)
    const msLeft = this.#raisedAtMs + this.#minimumWaitMs - this.#clock.monotonicMs()
    const blocksLeft = Math.max(this.#height + 1 - blockHeight, Math.ceil(msLeft / BLOCK_MS), 0)
    if (blocksLeft > 0) return blocksLeft
    // The records are compared by no older bank than the newest of any node.
    const positions = await reader.readEach((node) => node.finalizedPosition())
    this.#newestSlot = Math.max(this.#newestSlot, ...positions.map((position) => position.slot))
    this.#isPast = true
    return 0
  }
}

interface RestartBarriersParts {
  store: { epoch(): Promise<string> }
  clock: Pick<Clock, 'monotonicMs'>
  minimumWaitMs(genesisHash: string): number
}

/**
 * The barriers of one process, by cluster. A database that was restarted or replaced may be an older copy
 * too, as a promoted standby is: then they are raised anew.
 */
export class RestartBarriers {
  readonly #parts: RestartBarriersParts
  readonly #barriers = new Map<string, RestartBarrier>()
  #epoch: string | null = null

  constructor(parts: RestartBarriersParts) {
    this.#parts = parts
  }

  async of(genesisHash: string): Promise<RestartBarrier> {
    const { store, clock, minimumWaitMs } = this.#parts
    const epoch = await store.epoch()
    if (this.#epoch !== null && epoch !== this.#epoch) this.#barriers.clear()
    this.#epoch = epoch
    const barrier = this.#barriers.get(genesisHash) ?? new RestartBarrier(clock, minimumWaitMs(genesisHash))
    this.#barriers.set(genesisHash, barrier)
    return barrier
  }
}
