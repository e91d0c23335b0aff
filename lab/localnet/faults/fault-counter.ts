import type { FaultKind } from './fault-plan.ts'

/** A fault, or what became of a transaction through one. */
export type Counted = FaultKind | 'undoneTransactions' | 'relandedTransactions' | 'relayedTransactions'

export type FaultCounts = Partial<Record<Counted, number>>

/** How often each thing has happened since the localnet started. */
export class FaultCounter {
  readonly #counts: FaultCounts = {}

  add(counted: Counted, times = 1): void {
    this.#counts[counted] = (this.#counts[counted] ?? 0) + times
  }

  counts(): FaultCounts {
    return { ...this.#counts }
  }
}
