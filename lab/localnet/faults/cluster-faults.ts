import type { Cluster } from '#lab/localnet/cluster.ts'
import { decodeWireTransaction } from '#lab/localnet/wire-transaction.ts'
import type { FaultKind } from './fault-plan.ts'
import { type PlanInForce, within } from './plan-in-force.ts'
import type { Deliveries } from './response-fault.ts'

/** A fault, or its effect on a transaction. */
export type Counted = FaultKind | 'undoneTransactions' | 'relandedTransactions' | 'relayedTransactions'

export type FaultCounts = Partial<Record<Counted, number>>

/** Counts faults and their effects since the localnet started. */
export class FaultCounter {
  readonly #counts: FaultCounts = {}

  add(counted: Counted, times = 1): void {
    this.#counts[counted] = (this.#counts[counted] ?? 0) + times
  }

  counts(): FaultCounts {
    return { ...this.#counts }
  }
}

/**
 * Applies a plan's faults to the cluster as slots pass. Its forks do not undo what landed before the plan came into force,
 * such as a rehearsal's environment.
 */
export class ClusterFaults {
  readonly #inForce: PlanInForce
  readonly #cluster: Cluster
  readonly #deliveries: Deliveries
  readonly #counter: FaultCounter
  readonly #safeSlot: number
  /** The oldest slot that was not pruned. */
  firstAvailableSlot = 0

  constructor(inForce: PlanInForce, cluster: Cluster, deliveries: Deliveries, counter: FaultCounter) {
    this.#inForce = inForce
    this.#cluster = cluster
    this.#deliveries = deliveries
    this.#counter = counter
    this.#safeSlot = cluster.chain.tip.slot
  }

  /** Triggers the faults of a slot. Call it once for each, when everything has landed in it and the next has not begun. */
  trigger(): void {
    const { fork, expireBlockhashes, prune, rent } = this.#inForce.plan.cluster
    if (rent && this.#cluster.chain.tip.slot >= rent.fromSlot) {
      this.#cluster.runtime.setRent(BigInt(rent.lamportsPerByte))
    }
    if (fork && this.#happens('fork', fork.everySlots)) this.#rollBack(fork)
    if (expireBlockhashes && this.#happens('expireBlockhashes', expireBlockhashes.everySlots)) {
      for (let made = 0; made < expireBlockhashes.jumpBlocks; made += 1) this.#cluster.tick()
    }
    if (prune && this.#happens('prune', prune.everySlots)) {
      this.firstAvailableSlot = Math.max(0, this.#cluster.chain.tip.slot - prune.keepSlots)
    }
  }

  #rollBack({ depthSlots, relandProbability, relandAfterSlots }: Fork): void {
    const { chain } = this.#cluster
    const random = this.#inForce.stream('fork')
    const wanted = chain.tip.slot - within(depthSlots, random())
    const undone = this.#cluster.rollBackTo(Math.max(wanted, chain.at('finalized').slot, this.#safeSlot))
    this.#counter.add('undoneTransactions', undone.length)
    for (const { bytes } of undone) {
      const relands = random() < relandProbability
      const afterSlots = within(relandAfterSlots, random())
      if (!relands) continue
      this.#deliveries.add(decodeWireTransaction(bytes), afterSlots, (landing) => {
        if (landing.kind === 'landed') this.#counter.add('relandedTransactions')
      })
    }
  }

  #happens(kind: 'fork' | 'expireBlockhashes' | 'prune', everySlots: number): boolean {
    const happens = this.#inForce.stream('cluster', kind)() < 1 / everySlots
    if (happens) this.#counter.add(kind)
    return happens
  }
}

type Fork = NonNullable<PlanInForce['plan']['cluster']['fork']>
