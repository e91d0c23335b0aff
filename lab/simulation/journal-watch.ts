import type { Store } from '#store/store.ts'

/** Watches what is journaled, by the stores of all servers. */
export class JournalWatch {
  #newest = 0
  #restores = 0
  readonly #onBatch: () => void
  /** Batches by a runner after another had taken the wallet over. */
  outOfTurn = 0
  /** Payments of a run that had been told to stop. */
  afterStop = 0

  /** `onBatch` is called whenever a batch was journaled. */
  constructor(onBatch: () => void = () => {}) {
    this.#onBatch = onBatch
  }

  /** Starts again after the records were restored: their fences go back to older numbers, and all earlier owners are stopped. */
  beginAnew(): void {
    this.#newest = 0
    this.#restores += 1
  }

  /**
   * Wraps a server's store. One watch checks the stores of all servers, but none of before a restore: a call of a process that is
   * gone still ends, on records that are gone.
   */
  over(store: Store): Store {
    const restores = this.#restores
    const isGone = () => restores !== this.#restores
    const noted = (fence: number | null) => {
      if (!isGone()) this.#newest = Math.max(this.#newest, fence ?? 0)
      return fence
    }
    return {
      ...store,
      leases: {
        ...store.leases,
        acquireFree: async (...args) => noted(await store.leases.acquireFree(...args)),
        takeOver: async (...args) => noted(await store.leases.takeOver(...args)),
      },
      journal: {
        ...store.journal,
        write: async (lease, runId, planned) => {
          const written = await store.journal.write(lease, runId, planned)
          this.#onBatch()
          if (isGone()) return written
          if (lease.fence < this.#newest) this.outOfTurn += 1
          // No other call of the store comes in between.
          const run = await store.runs.find(runId)
          if (run?.state !== 'running') this.afterStop += planned.flatMap((one) => one.transfers).length
          return written
        },
      },
    }
  }
}
