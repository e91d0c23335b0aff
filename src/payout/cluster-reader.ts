import type { Clock } from '#payout/clock.ts'
import { onCluster } from '#payout/on-cluster.ts'
import { type Cluster, ClusterUnreachableError } from '#solana/cluster.ts'

/** How long the second node is asked before the first, once the first has not answered. */
const REST_MS = 30_000

interface Nodes {
  /** The node that transactions are sent to. */
  first: Cluster
  /** The independent one, where configured. */
  second: Cluster | null
  genesisHash: string
  clock: Clock
}

/**
 * Reads from the first node, and from the second while the first does not answer. Whatever comes from the second is its
 * word about the right cluster: it names its genesis hash before and after. A proof of death is never read through
 * this: there, each node has to speak for itself (see gather-evidence.ts).
 */
export class ClusterReader {
  readonly #nodes: Nodes
  #firstRestsUntilMs = 0

  constructor(nodes: Nodes) {
    this.#nodes = nodes
  }

  /**
   * What may be wrong without harm. An answer that `matters`, because something would be concluded from it for good, is
   * asked for once more, surely.
   */
  async read<T>(
    ask: (node: Cluster) => Promise<T>,
    matters: (answer: T) => boolean = () => false,
  ): Promise<T> {
    const answer = await this.#either(ask, ask)
    return matters(answer) ? this.readSurely(ask) : answer
  }

  /** What is acted on: from one node, which names the right genesis hash before and after. */
  readSurely<T>(ask: (node: Cluster) => Promise<T>): Promise<T> {
    return this.#either((first) => onCluster(first, this.#nodes.genesisHash, () => ask(first)), ask)
  }

  async #either<T>(
    askFirst: (node: Cluster) => Promise<T>,
    askSecond: (node: Cluster) => Promise<T>,
  ): Promise<T> {
    const { first, second, genesisHash, clock } = this.#nodes
    if (!second) return askFirst(first)
    const ofSecond = () => onCluster(second, genesisHash, () => askSecond(second))
    const ofFirst = async () => {
      try {
        return await askFirst(first)
      } catch (error) {
        if (error instanceof ClusterUnreachableError) this.#firstRestsUntilMs = clock.now() + REST_MS
        throw error
      }
    }
    return clock.now() < this.#firstRestsUntilMs ? orElse(ofSecond, ofFirst) : orElse(ofFirst, ofSecond)
  }
}

/** Throws what the first one threw when neither answers: that is the node to be named. */
async function orElse<T>(ask: () => Promise<T>, askOther: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ClusterUnreachableError)) throw error
    return askOther().catch(() => {
      throw error
    })
  }
}
