import type { SeededRandom } from './seeded-random.ts'

/** Everything that goes wrong between the runner and the cluster, by kind. */
export const FAULT_KINDS = [
  'unreachable',
  'outage',
  'answerLost',
  'ghostStatus',
  'staleBlockhash',
  'statusDenied',
  'historyDenied',
  'sendRefused',
  'sendSwallowed',
  'sendDuplicated',
  'sendErrorThoughSent',
  'sendLate',
  'lag',
  'pruned',
  'wrongCluster',
  'fork',
  'v1Refused',
  'v1Dropped',
  'crash',
  'powerLoss',
  'stall',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]
export type FaultCounts = Record<FaultKind, number>

export function noFaults(): FaultCounts {
  return Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0])) as FaultCounts
}

/** Decides, by seed, what goes wrong, and counts it. Once calmed, nothing does. */
export class FaultInjector {
  readonly counts = noFaults()
  readonly #random: SeededRandom
  readonly #rates: Partial<Record<FaultKind, number>>
  #calm = false
  #lag = 0
  #prunedSpan: number | null = null
  #outFor = 0

  constructor(random: SeededRandom, rates: Partial<Record<FaultKind, number>>) {
    this.#random = random
    this.#rates = rates
  }

  get isCalm(): boolean {
    return this.#calm
  }

  calmDown(): void {
    this.#calm = true
    this.#lag = 0
    this.#prunedSpan = null
    this.#outFor = 0
  }

  count(kind: FaultKind): void {
    this.counts[kind] += 1
  }

  happens(kind: FaultKind): boolean {
    if (this.#calm || !this.#random.chance(this.#rates[kind] ?? 0)) return false
    this.count(kind)
    return true
  }

  latencyMs(): number {
    return this.#random.between(1, this.#calm ? 20 : 400)
  }

  /** Whether a node is out altogether: now and then, and then for many requests. */
  isOut(): boolean {
    if (this.#outFor > 0) this.#outFor -= 1
    else if (this.happens('outage')) this.#outFor = this.#random.between(20, 400)
    return this.#outFor > 0
  }

  /** How far a node is behind: mostly not at all, at times a little, now and then a lot. */
  lagSlots(): number {
    if (this.#calm) return 0
    if (this.happens('lag')) this.#lag = this.#random.between(1, 60)
    else if (this.#random.chance(0.3)) this.#lag = 0
    return this.#lag
  }

  /** The oldest slot that a node still has. */
  prunedBefore(slot: number): number {
    if (this.happens('pruned')) this.#prunedSpan = this.#random.between(5, 60)
    else if (!this.#calm && this.#random.chance(0.2)) this.#prunedSpan = null
    return this.#prunedSpan === null ? 0 : slot - this.#prunedSpan
  }

  /** How long a transaction travels to a leader: sometimes until just before it expires, or after. */
  deliverySlots(): number {
    return this.happens('sendLate') ? this.#random.between(5, 50) : this.#random.between(0, 2)
  }
}
