import type { FaultKind } from './fault-plan.ts'

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
