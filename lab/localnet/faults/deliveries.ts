import type { Cluster, Landing } from '#lab/localnet/cluster.ts'
import type { WireTransaction } from '#lab/localnet/wire-transaction.ts'

interface Delivery {
  slot: number
  wire: WireTransaction
  onLanding: (landing: Landing) => void
}

/** Transactions that are on their way to the cluster. */
export class Deliveries {
  readonly #cluster: Cluster
  #pending: Delivery[] = []

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  /** Lands the transaction when so many slots have passed: with 0 at the next block. It may have expired by then. */
  add(wire: WireTransaction, afterSlots: number, onLanding: Delivery['onLanding'] = () => {}): void {
    this.#pending.push({ slot: this.#cluster.chain.tip.slot + afterSlots, wire, onLanding })
  }

  /** Lands the transactions that are due, in the order in which they were added. */
  deliverDue(): void {
    const { slot } = this.#cluster.chain.tip
    const due = this.#pending.filter((delivery) => delivery.slot <= slot)
    this.#pending = this.#pending.filter((delivery) => delivery.slot > slot)
    for (const { wire, onLanding } of due) onLanding(this.#cluster.land(wire))
  }
}
