import type { FaultInjector, FaultKind } from './fault-injector.ts'
import type { NodeHabits } from './scenario.ts'
import type { VirtualTime } from './virtual-time.ts'

export interface NodeFaultsParts {
  faults: FaultInjector
  time: VirtualTime
  /**
   * True for the independent node. It never denies a transaction that it has: a second node with the same fault at the same
   * time proves nothing.
   */
  isSecond: boolean
  habits: NodeHabits
}

type Range = readonly [min: number, max: number]

/** Longer than any process is stopped for: no node changes clusters and back between two questions for its name. */
const LONGER_THAN_STALLS_MS: Range = [45_000, 60_000]

/**
 * The current faults of one node. Spells begin with a request, last for a while for all processes, and end when faults stop.
 * One URL may lead to several machines, so that the short ones change from request to request.
 */
export class NodeFaults {
  readonly isSecond: boolean
  readonly habits: NodeHabits
  readonly #parts: NodeFaultsParts
  readonly #outage: ProxyFault
  readonly #lag: ProxyFault
  readonly #pruned: ProxyFault
  readonly #notShown: ProxyFault
  readonly #index: ProxyFault
  readonly #indexOnly: ProxyFault
  readonly #mint: ProxyFault
  readonly #limit: ProxyFault
  readonly #otherCluster: ProxyFault
  #keptFromSlot = 0
  #forgetfulUntilMs = Number.NEGATIVE_INFINITY
  #behind = { slots: 0, untilMs: Number.NEGATIVE_INFINITY }
  #standsAtSlot = Number.POSITIVE_INFINITY

  constructor(parts: NodeFaultsParts) {
    this.#parts = parts
    this.isSecond = parts.isSecond
    this.habits = parts.habits
    const spell = (kind: FaultKind, lastsMs: Range, strength: Range = [1, 1], outlastsFaults = false) =>
      new ProxyFault({ ...parts, kind, lastsMs, strength, outlastsFaults })
    this.#outage = spell(parts.isSecond ? 'secondNodeOut' : 'outage', [5_000, 90_000])
    this.#lag = spell('lag', [0, 4_000], [1, 240])
    this.#pruned = spell('pruned', [0, 5_000], [20, 240])
    this.#notShown = spell('notShown', [5_000, 60_000], [20, 20_000])
    this.#index = spell('lateIndex', [10_000, 120_000], [20, 900])
    this.#indexOnly = spell('indexOnlyStatus', [10_000, 120_000], [20, 500])
    this.#mint = spell('lyingMint', [0, 20_000])
    this.#limit = spell('limitInBody', [1_000, 30_000])
    this.#otherCluster = spell('wrongCluster', LONGER_THAN_STALLS_MS, [1, 1], true)
  }

  isOut(): boolean {
    return this.#outage.strength() > 0
  }

  /** True when the provider's rate limit refuses the request: every other one during such a spell. */
  isRateLimited(): boolean {
    return this.#limit.strength() > 0 && this.#parts.faults.between(0, 1) === 1
  }

  isOfOtherCluster(): boolean {
    return this.#otherCluster.strength() > 0
  }

  /** Returns how many slots its bank is behind the cluster, which is at `slot`. */
  lagSlots(slot: number): number {
    const { slots, untilMs } = this.#behind
    const behind = this.#parts.time.monotonicMs() < untilMs ? slots : 0
    return Math.max(this.#lag.strength(), behind, slot - this.#standsAtSlot)
  }

  /** Shows no slot after that one, until it moves on. */
  standStillAt(slot: number): void {
    this.#standsAtSlot = slot
  }

  moveOn(): void {
    this.#standsAtSlot = Number.POSITIVE_INFINITY
  }

  /** Falls behind by so many slots, and catches up at once after that time. */
  fallBehind(slots: number, forMs: number): void {
    this.#behind = { slots, untilMs: this.#parts.time.monotonicMs() + forMs }
  }

  /** Returns how far its transaction index is behind its bank, and whether statuses come from that alone, without a recent cache. */
  index(): { lagSlots: number; isAlone: boolean } {
    const lagSlots = this.#index.strength()
    const lagAlone = this.#parts.isSecond ? 0 : this.#indexOnly.strength()
    return { lagSlots: Math.max(lagSlots, lagAlone), isAlone: lagAlone > 0 }
  }

  /** Returns the oldest slot whose transactions it still has. */
  prunedBefore(slot: number): number {
    const span = this.#pruned.strength()
    const isForgetful = this.#parts.time.monotonicMs() < this.#forgetfulUntilMs
    return Math.max(span === 0 ? 0 : slot - span, isForgetful ? this.#keptFromSlot : 0)
  }

  /** Returns the oldest slot whose transactions it shows: it goes on listing the signatures of older ones. */
  shownFrom(slot: number): number {
    const span = this.#notShown.strength()
    return span === 0 ? 0 : slot - span
  }

  /** Drops everything from before this slot for so long, also after faults have stopped. */
  forgetBefore(slot: number, forMs: number): void {
    this.#keptFromSlot = slot
    this.#forgetfulUntilMs = this.#parts.time.monotonicMs() + forMs
  }

  liesAboutMint(): boolean {
    return this.#mint.strength() > 0
  }

  /** True when it answers, this time, that it does not have something that it has. */
  denies(kind: 'statusDenied' | 'historyDenied'): boolean {
    return !this.#parts.isSecond && this.#parts.faults.happens(kind)
  }
}

interface SpellParts {
  faults: FaultInjector
  time: VirtualTime
  kind: FaultKind
  lastsMs: Range
  strength: Range
  outlastsFaults: boolean
}

/** A fault that lasts. */
class ProxyFault {
  readonly #parts: SpellParts
  #untilMs = Number.NEGATIVE_INFINITY
  #strength = 0

  constructor(parts: SpellParts) {
    this.#parts = parts
  }

  /** Returns its current strength, 0 while it is off. It may begin with this call. */
  strength(): number {
    const { faults, time, kind, lastsMs, strength, outlastsFaults } = this.#parts
    const isOver = time.monotonicMs() >= this.#untilMs || (faults.areFaultsStopped && !outlastsFaults)
    if (!isOver) return this.#strength
    if (!faults.happens(kind)) return 0
    this.#strength = faults.between(...strength)
    this.#untilMs = time.monotonicMs() + faults.between(...lastsMs)
    return this.#strength
  }
}
