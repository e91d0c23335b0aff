import type { FailoverRpc } from './failover-rpc.ts'
import { readLastValidHeight } from './fitting-blockhash.ts'

/**
 * The most blocks by which a node of another process may have been ahead of the nodes read here: 32 for the node, and 32 from a
 * confirmed bank, whose blockhash is signed with, to the finalized one.
 */
const MARGIN_BLOCKS = 64

/**
 * Keeps a process from signing until nothing that was signed before it started can land any more. Records
 * that were restored from an older copy lack what was in flight; once it is final or expired, the wallet's
 * history shows it.
 */
export class RestartBarrier {
  #height: number | null = null
  #isPast = false
  #newestSlot = 0

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
    this.#height ??= Math.max(...heights) + MARGIN_BLOCKS
  }

  /** Tells how many blocks are left; 0 once it is past. */
  async blocksLeft(reader: FailoverRpc): Promise<number> {
    await this.raise(reader)
    if (this.#isPast || this.#height === null) return 0
    const { blockHeight, slot } = await reader.readSurely((node) => node.finalizedPosition())
    this.#newestSlot = Math.max(this.#newestSlot, slot)
    this.#isPast = blockHeight > this.#height
    return this.#isPast ? 0 : this.#height + 1 - blockHeight
  }
}

/**
 * The barriers of one process, by cluster. A database that was restarted or replaced may be an older copy
 * too, as a promoted standby is: then they are raised anew.
 */
export class RestartBarriers {
  readonly #store: { epoch(): Promise<string> }
  readonly #barriers = new Map<string, RestartBarrier>()
  #epoch: string | null = null

  constructor(store: { epoch(): Promise<string> }) {
    this.#store = store
  }

  async of(genesisHash: string): Promise<RestartBarrier> {
    const epoch = await this.#store.epoch()
    if (this.#epoch !== null && epoch !== this.#epoch) this.#barriers.clear()
    this.#epoch = epoch
    const barrier = this.#barriers.get(genesisHash) ?? new RestartBarrier()
    this.#barriers.set(genesisHash, barrier)
    return barrier
  }
}
