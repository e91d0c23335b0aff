import type { LeaseRow, LeaseStore } from '#store/payouts/leases.ts'
import type { Clock } from './clock.ts'

/** The time for which a wallet stays leased to an owner that does not renew (docs/decisions/005). */
export const LEASE_TTL_MS = 5_000

/** The interval at which a lease is renewed during long work. */
const RENEW_EVERY_MS = LEASE_TTL_MS / 3

/** Later than an owner that lives would have renewed it. */
const SILENT_AFTER_MS = 1.5 * RENEW_EVERY_MS

interface Observation {
  lease: LeaseRow
  sinceMs: number
}

/**
 * Takes the leases of sending wallets for one process. An owner counts as gone when it has not renewed for
 * the lease's term, measured by this process' own monotonic clock: no server's wall clock is compared with
 * another's.
 */
export class LeaseKeeper {
  readonly #leases: LeaseStore
  readonly #clock: Clock
  readonly #owner: string
  readonly #observed = new Map<string, Observation>()
  /** The leases as this process first saw them, or as it gives them back; null where there was none. */
  readonly #noted = new Map<string, Pick<LeaseRow, 'fence' | 'expiresAtMs'> | null>()
  readonly #changedHands = new Set<string>()

  constructor(leases: LeaseStore, clock: Clock, owner: string) {
    this.#leases = leases
    this.#clock = clock
    this.#owner = owner
  }

  /** Notes a lease as it is, once: an owner that neither renews nor releases it from here on signs nothing any more. */
  async note(name: string): Promise<void> {
    if (this.#noted.has(name)) return
    this.#noted.set(name, (await this.#leases.find(name)) ?? null)
  }

  /** Returns true, once, where another process may have signed since this one noted the lease or last held it. */
  takeChangeOfHands(name: string): boolean {
    return this.#changedHands.delete(name)
  }

  /**
   * Returns the fencing token, or null while the lease has another owner. Called repeatedly, it takes the
   * lease over once its owner is gone.
   */
  async tryAcquire(name: string): Promise<number | null> {
    const leases = this.#leases
    // Read first: a server on standby calls this repeatedly, and would write each time.
    const lease = await leases.find(name)
    if (!lease || lease.expiresAtMs === 0 || lease.owner === this.#owner) {
      const fence = await leases.acquireFree(name, this.#owner, this.#clock.now(), LEASE_TTL_MS)
      return fence === null ? null : this.#taken(name, lease, fence)
    }
    const seen = this.#observed.get(name)
    if (seen?.lease.fence !== lease.fence || seen.lease.expiresAtMs !== lease.expiresAtMs) {
      this.#observed.set(name, { lease, sinceMs: this.#clock.monotonicMs() })
      return null
    }
    if (this.#clock.monotonicMs() - seen.sinceMs < LEASE_TTL_MS) return null
    const takenOver = await leases.takeOver(lease, this.#owner, this.#clock.now(), LEASE_TTL_MS)
    return takenOver === null ? null : this.#taken(name, lease, takenOver)
  }

  /**
   * Returns another owner's lease that was written by a clock that is ahead of this one by more than a term, once it has not been
   * renewed for longer than a renewal takes; else null.
   */
  silentForeignLease(name: string): LeaseRow | null {
    const seen = this.#observed.get(name)
    if (!seen || seen.lease.expiresAtMs <= this.#clock.now() + 2 * LEASE_TTL_MS) return null
    return this.#clock.monotonicMs() - seen.sinceMs > SILENT_AFTER_MS ? seen.lease : null
  }

  renew(name: string, fence: number): Promise<boolean> {
    return this.#leases.renew(name, fence, this.#clock.now(), LEASE_TTL_MS)
  }

  /** Runs work and renews the lease meanwhile: a slow node does not cost the lease. */
  async renewDuring<T>(name: string, fence: number, work: () => Promise<T>): Promise<T> {
    const done = new AbortController()
    const renewing = this.#renewUntil(done.signal, name, fence)
    try {
      return await work()
    } finally {
      done.abort()
      await renewing
    }
  }

  async #renewUntil(done: AbortSignal, name: string, fence: number): Promise<void> {
    const sleep = () => this.#clock.sleep(RENEW_EVERY_MS, done)
    for (await sleep(); !done.aborted; await sleep()) {
      // The work itself meets and reports a failing database.
      if (!(await this.renew(name, fence).catch(() => true))) return
    }
  }

  release(name: string, fence: number): Promise<void> {
    return this.#leases.release(name, fence)
  }

  #taken(name: string, lease: LeaseRow | undefined, fence: number): number {
    this.#observed.delete(name)
    // Between the look and the taking another may have held it.
    const isAsSeen = fence === (lease?.fence ?? 0) + 1
    const noted = this.#noted.get(name)
    const isAsNoted = noted?.fence === lease?.fence && noted?.expiresAtMs === lease?.expiresAtMs
    if (!isAsSeen || !(isAsNoted || lease?.owner === this.#owner)) this.#changedHands.add(name)
    this.#noted.set(name, { fence, expiresAtMs: 0 })
    return fence
  }
}
