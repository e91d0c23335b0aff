import type { Store } from '#store/store.ts'

/** Sees who journals: `outOfTurn` counts what was journaled by a runner after another had taken the wallet over. */
export class FenceWatch {
  #newest = 0
  outOfTurn = 0

  /** The records were put back: their fences count from where they stood then, and everybody who had one is dead. */
  beginAnew(): void {
    this.#newest = 0
  }

  #noted(fence: number | null): number | null {
    this.#newest = Math.max(this.#newest, fence ?? 0)
    return fence
  }

  /** The store as one of the servers has it. Stores of all servers are watched by one watch. */
  over(store: Store): Store {
    return {
      ...store,
      leases: {
        ...store.leases,
        acquireFree: async (...args) => this.#noted(await store.leases.acquireFree(...args)),
        takeOver: async (...args) => this.#noted(await store.leases.takeOver(...args)),
      },
      journal: {
        ...store.journal,
        write: async (lease, ...args) => {
          const written = await store.journal.write(lease, ...args)
          if (lease.fence < this.#newest) this.outOfTurn += 1
          return written
        },
      },
    }
  }
}
