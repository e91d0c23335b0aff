import type { Store } from '#store/store.ts'
import type { FaultInjector } from './fault-injector.ts'
import type { Restore } from './scenario.ts'
import type { SimulatedDisk } from './simulated-disk.ts'
import type { VirtualTime } from './virtual-time.ts'

export interface BackupParts {
  restore: Restore | null
  disk: SimulatedDisk
  time: VirtualTime
  faults: FaultInjector
  /** Runs work one after another with the store calls of all processes. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Stops every process: none may run while the records are restored. */
  killAll(): void
  /** Called once the records are an older copy. */
  onPutBack(): void
  /** Empties the wallet and refills it, and has every node forget its earlier history. */
  refill(whenReady: () => void): void
  /** Has every node fall behind, and catch up after a while. */
  fallBehind(): void
  startServer(): void
}

/** Keeps a copy of the records and restores it once, as the seed's scenario says. */
export class Backup {
  readonly #parts: BackupParts
  #batchesJournaled = 0

  constructor(parts: BackupParts) {
    this.#parts = parts
  }

  /** Keeps the copy of a scenario that restores the state before the first run. */
  keepFirst(): void {
    const { restore, disk } = this.#parts
    if (restore?.kind === 'timed' && restore.copyAtMs === 0) disk.keepCopy()
  }

  /** Schedules the times at which the copy is made and restored. */
  schedule(): void {
    const { restore, disk, time, inTurn } = this.#parts
    if (restore?.kind !== 'timed') return
    const { copyAtMs, atMs } = restore
    if (copyAtMs > 0) time.after(copyAtMs, () => void inTurn(async () => disk.keepCopy()))
    time.after(atMs, () => void this.#putBack(restore))
  }

  /** Wraps a server's store, to make the copy that lacks one batch alone just before that batch is journaled. */
  over(store: Store): Store {
    const { restore, disk, time, faults } = this.#parts
    if (restore?.kind !== 'inFlight') return store
    return {
      ...store,
      journal: {
        ...store.journal,
        write: async (...args) => {
          const isTheOne = ++this.#batchesJournaled === restore.batch && !faults.areFaultsStopped
          if (isTheOne) {
            disk.keepCopy()
            time.after(restore.afterMs, () => void this.#putBack(restore))
          }
          return store.journal.write(...args)
        },
      },
    }
  }

  async #putBack(restore: Restore): Promise<void> {
    const { disk, time, faults, inTurn, killAll, onPutBack, refill, fallBehind, startServer } = this.#parts
    await inTurn(async () => {
      // Only now: one that is started while this waits for its turn would have opened the records of before.
      killAll()
      disk.putBack()
      onPutBack()
    })
    faults.count('restored')
    if (restore.kind === 'inFlight' && faults.happens('lagAtStart')) fallBehind()
    const whenReady = () => time.after(restore.startAfterMs, startServer)
    if (restore.kind === 'timed' && restore.isRefilled) refill(whenReady)
    else whenReady()
  }
}
