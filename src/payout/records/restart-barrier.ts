import type { Clock } from '#payout/clock.ts'
import { readLastValidHeight } from '#payout/nodes/blockhash-source.ts'
import type { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { clusterName } from '#solana/clusters.ts'

/** The wait in time on a public cluster, however short a node says that slots are. */
const PUBLIC_MINIMUM_WAIT_MS = 180_000

/**
 * The wait in slots on a public cluster: 182 until what was signed before has landed and is final, or has expired, and 268 by which the
 * node that the records are compared by may be behind. It is longer than the wait in time where slots take more than 400 ms.
 */
const PUBLIC_MINIMUM_WAIT_SLOTS = 450

/**
 * The most blocks by which a node of another process may have been ahead of the nodes read here: 32 for the node, and 32 from a
 * confirmed bank, whose blockhash is signed with, to the finalized one.
 */
const MARGIN_BLOCKS = 64

/**
 * Returns how long a process waits at least, however high the blocks: nodes that lagged behind at its start and catch up show many
 * blocks in little time, and short slots. So slots that are said to be long lengthen the wait, and none shorten it. The blocks of other
 * clusters take as long as their operators please.
 */
export function minimumRestartWaitMs(genesisHash: string, slotMs: number): number {
  if (clusterName(genesisHash) === 'other') return 0
  return Math.max(PUBLIC_MINIMUM_WAIT_MS, PUBLIC_MINIMUM_WAIT_SLOTS * slotMs)
}

/** What a process still waits for before it signs. */
export interface RestartWait {
  /** The blocks that have to be finalized. */
  blocks: number
  /** The time that it takes: that of these blocks, and no less than the rest of the minimum. */
  waitMs: number
}

/**
 * Keeps a process from signing until nothing that was signed before it started can land any more. Records
 * that were restored from an older copy lack what was in flight; once it is final or expired, the wallet's
 * history shows it.
 */
export class RestartBarrier {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #minimumWaitMs: (slotMs: number) => number
  #longestSlotMs = 0
  #raisedAtMs = 0
  #height: number | null = null
  #isPast = false
  #isRenewed = false
  #newestSlot = 0

  constructor(clock: Pick<Clock, 'monotonicMs'>, minimumWaitMs: (slotMs: number) => number) {
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

  /** True where it was begun anew: then the records say nothing of what is in flight, even if this process created them. */
  get isRenewed(): boolean {
    return this.#isRenewed
  }

  /** Begins anew: what this process signed before may be in flight, and the records do not have it as such. */
  renew(): void {
    this.#isRenewed = true
    this.#isPast = false
    this.#height = null
  }

  /**
   * Reads, as early as possible, the height up to which earlier transactions can land, by the node that is
   * furthest ahead.
   */
  async raise(reader: FailoverRpc): Promise<void> {
    reader.slots.refresh()
    if (this.#height !== null) return
    const heights = await reader.readEach(readLastValidHeight)
    if (this.#height !== null) return
    this.#height = Math.max(...heights) + MARGIN_BLOCKS
    this.#raisedAtMs = this.#clock.monotonicMs()
  }

  /** Tells what is left to wait for; null once it is past. */
  async left(reader: FailoverRpc): Promise<RestartWait | null> {
    await this.raise(reader)
    if (this.#isPast || this.#height === null) return null
    const { blockHeight, slot } = await reader.readSurely((node) => node.finalizedPosition())
    this.#newestSlot = Math.max(this.#newestSlot, slot)
    const { slotMs } = reader.slots
    this.#longestSlotMs = Math.max(this.#longestSlotMs, slotMs)
    const minimumMs = this.#minimumWaitMs(this.#longestSlotMs)
    const msLeft = this.#raisedAtMs + minimumMs - this.#clock.monotonicMs()
    const blocks = Math.max(this.#height + 1 - blockHeight, 0)
    if (blocks > 0 || msLeft > 0) return { blocks, waitMs: Math.max(blocks * slotMs, msLeft) }
    // The records are compared by no older bank than the newest of any node.
    const positions = await reader.readEach((node) => node.finalizedPosition())
    this.#newestSlot = Math.max(this.#newestSlot, ...positions.map((position) => position.slot))
    this.#isPast = true
    return null
  }
}

interface RestartBarriersParts {
  store: { epoch(): Promise<string> }
  clock: Pick<Clock, 'monotonicMs'>
  minimumWaitMs(genesisHash: string, slotMs: number): number
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
    const barrier =
      this.#barriers.get(genesisHash) ??
      new RestartBarrier(clock, (slotMs) => minimumWaitMs(genesisHash, slotMs))
    this.#barriers.set(genesisHash, barrier)
    return barrier
  }
}

/** Below this, the wait is given in tens of seconds. */
const MINUTE_FROM_SECONDS = 45

/** Describes a wait in words: "about 20 seconds", "about a minute". */
export function describeWait(waitMs: number): string {
  const seconds = waitMs / 1_000
  if (seconds < MINUTE_FROM_SECONDS) return `about ${Math.max(Math.ceil(seconds / 10), 1) * 10} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`
}
