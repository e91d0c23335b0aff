import { seededRandom } from '#lab/random/seeded-random.ts'
import type { Scenario } from './scenario.ts'

/** How many of the seeds drain the wallet. */
const PRESENCE = 0.4

/** In slots: the shortest is over before anything has expired, the longest after it was looked at on hold. */
const SHORTEST = 20
const LONGEST = 900

/**
 * Simulates a sending wallet that holds too little SOL for any fee for a while. Draws by a generator of its own: the faults of a seed
 * are the same with and without it.
 */
export class SimulatedSol {
  readonly #drained: { from: number; until: number } | null
  #firstSlot = Number.POSITIVE_INFINITY

  /** It is drained from `firstSlot` on, counted from the first of the seed, and has SOL again before the faults stop. */
  constructor(
    seed: number,
    { restore, faultsStopAfterMs }: Scenario,
    { firstSlot, slotMs }: { firstSlot: number; slotMs: number },
  ) {
    const random = seededRandom(seed + 0x6c616d70)
    const last = Math.floor(faultsStopAfterMs / slotMs)
    const from = random.between(firstSlot, last)
    const until = Math.min(from + random.between(SHORTEST, LONGEST), last)
    // One that is emptied and refilled needs its fees.
    const isRefilled = restore?.kind === 'timed' && restore.isRefilled
    this.#drained = random.chance(PRESENCE) && !isRefilled ? { from, until } : null
  }

  /** Counts slots from that one. */
  beginAt(slot: number): void {
    this.#firstSlot = slot
  }

  /** Tells whether the wallet holds too little in the bank of a slot. */
  isLackingAt(slot: number): boolean {
    const { from = 0, until = 0 } = this.#drained ?? {}
    return from <= slot - this.#firstSlot && slot - this.#firstSlot < until
  }
}
