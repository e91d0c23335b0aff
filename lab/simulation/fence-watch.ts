import type { Store } from '#store/store.ts'

/** Checks the fences of journal writes: `outOfTurn` counts those by a runner after another had taken the wallet over. */
export class FenceWatch {
  #newest = 0
  outOfTurn = 0

  /** Starts again after the records were restored: their fences go back to older numbers, and all earlier owners are stopped. */
  beginAnew(): void {
    this.#newest = 0
  }

  #noted(fence: number | null): number | null {
    this.#newest = Math.max(this.#newest, fence ?? 0)
    return fence
  }

  /** Wraps a server's store. One watch checks the stores of all servers. */
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
