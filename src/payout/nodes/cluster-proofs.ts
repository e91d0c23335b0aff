import type { SolanaRpc } from '#solana/solana-rpc.ts'

/** The longest time from one proof of a node's cluster to the next: a URL does not lead to another cluster and back in it. */
const PROVED_EVERY_MS = 5_000

/** The times of a request to a node, by the monotonic clock. */
export interface RequestTimes {
  askedAtMs: number
  answeredAtMs: number
}

/** The requests between a first and a last proof. */
interface ProvedTime {
  first: RequestTimes
  last: RequestTimes
}

/**
 * Remembers since when each node has shown, again and again, that it belongs to the right cluster: by naming the genesis hash, or by
 * knowing a transaction of ours.
 */
export class ClusterProofs {
  readonly #proved = new Map<SolanaRpc, ProvedTime>()

  note(node: SolanaRpc, last: RequestTimes): void {
    const { first } = (this.isRecent(node, last.askedAtMs) && this.#proved.get(node)) || { first: last }
    this.#proved.set(node, { first, last })
  }

  /** Forgets them, after the node has named another cluster. */
  forget(node: SolanaRpc): void {
    this.#proved.delete(node)
  }

  /** Tells whether a node's last proof is no older than this. */
  isRecent(node: SolanaRpc, nowMs: number, forMs = PROVED_EVERY_MS): boolean {
    const last = this.#proved.get(node)?.last
    return last !== undefined && nowMs - last.answeredAtMs <= forMs
  }

  /** Tells whether a node has shown its cluster before it was asked and after it answered, and often enough in between. */
  cover(node: SolanaRpc, { askedAtMs, answeredAtMs }: RequestTimes): boolean {
    const proved = this.#proved.get(node)
    if (!proved) return false
    return proved.first.answeredAtMs <= askedAtMs && answeredAtMs <= proved.last.askedAtMs
  }
}
