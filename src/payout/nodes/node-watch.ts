import type { Clock } from '#payout/clock.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { assertGenesisHash, besideChecks, OtherClusterError } from './with-genesis-check.ts'

/** The slots in whose time each node of a living cluster shows a newer one. */
const STANDS_STILL_AFTER_SLOTS = 25

/** The least time for that, on clusters with quick slots: a busy machine answers late. */
const SHORTEST_MS = 2_000

/** The distance behind another node at which a node is not read from: a blockhash expires within it. */
export const BEHIND_SLOTS = 150

/** A node's finalized slot. */
interface Position {
  slot: number
  /** The time of the first answer that showed this slot. */
  sinceMs: number
  /** The time of the last answer. */
  readAtMs: number
}

interface WatchedNodes {
  nodes: readonly SolanaRpc[]
  genesisHash: string
  clock: Pick<Clock, 'monotonicMs'>
  /** Tells the length of the cluster's slots. */
  slotMs(): number
}

/**
 * Compares the finalized slots of nodes with time and with each other. A node that answers all requests may
 * have lost the cluster: then it answers from an old slot for ever. A node is read at most once in the time
 * of 25 slots, while the nodes are in use.
 */
export class NodeWatch {
  readonly #watched: WatchedNodes
  readonly #positions = new Map<SolanaRpc, Position>()
  /** The times of the last answers or failures; infinite while one is awaited. */
  readonly #doneAtMs = new Map<SolanaRpc, number>()

  constructor(watched: WatchedNodes) {
    this.#watched = watched
  }

  get #everyMs(): number {
    return Math.max(this.#watched.slotMs() * STANDS_STILL_AFTER_SLOTS, SHORTEST_MS)
  }

  /** Has the positions read that are due. The caller waits for none of them: a node may hang. */
  look(): void {
    const nowMs = this.#watched.clock.monotonicMs()
    for (const node of this.#watched.nodes) {
      const doneAtMs = this.#doneAtMs.get(node) ?? Number.NEGATIVE_INFINITY
      if (nowMs - doneAtMs >= this.#everyMs) void this.#read(node)
    }
  }

  /**
   * Returns why a node that answers is not to be read from, as a clause: it stands still, or lies far behind
   * another. Null for a node that follows its cluster, or whose position is not known.
   */
  fault(node: SolanaRpc): string | null {
    const position = this.#positions.get(node)
    if (!position) return null
    if (position.readAtMs - position.sinceMs >= this.#everyMs) return `stands still at slot ${position.slot}`
    const ahead = this.#watched.nodes.find((other) => this.#isFarAhead(other, position))
    return ahead ? `lies more than ${BEHIND_SLOTS} slots behind ${ahead.name}` : null
  }

  #isFarAhead(other: SolanaRpc, { slot, readAtMs }: Position): boolean {
    const theirs = this.#positions.get(other)
    if (!theirs) return false
    // Slots that passed between the two answers are nobody's lag. Where they are many, their number is not known.
    const laterMs = Math.max(theirs.readAtMs - readAtMs, 0)
    return (
      laterMs <= 2 * this.#everyMs && theirs.slot - laterMs / this.#watched.slotMs() - slot >= BEHIND_SLOTS
    )
  }

  async #read(node: SolanaRpc): Promise<void> {
    const { nodes, clock, genesisHash } = this.#watched
    this.#doneAtMs.set(node, Number.POSITIVE_INFINITY)
    try {
      const read = besideChecks(node)
      const { slot } = await read.finalizedPosition()
      if (nodes.length > 1) await assertGenesisHash(read, genesisHash)
      const nowMs = clock.monotonicMs()
      const last = this.#positions.get(node)
      const sinceMs = last?.slot === slot ? last.sinceMs : nowMs
      this.#positions.set(node, { slot, sinceMs, readAtMs: nowMs })
    } catch (error) {
      // A node that does not answer is reported by the reads that need it.
      if (error instanceof OtherClusterError) this.#positions.delete(node)
    }
    this.#doneAtMs.set(node, clock.monotonicMs())
  }
}
