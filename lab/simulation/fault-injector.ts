import type { SeededRandom } from '#lab/random/seeded-random.ts'

/** The kinds of faults between the runner, its clock, its records, its operator and the cluster. */
export const FAULT_KINDS = [
  'unreachable',
  'outage',
  'secondNodeOut',
  'answerLost',
  'answersExchanged',
  'statusExchanged',
  'limitInBody',
  'hang',
  'ghostStatus',
  'staleBlockhash',
  'slotLengthLied',
  'statusDenied',
  'historyDenied',
  'lateIndex',
  'indexOnlyStatus',
  'lyingMint',
  'configuredOnLie',
  'simulatedSentOn',
  'sendRefused',
  'sendSwallowed',
  'sendDuplicated',
  'sendErrorThoughSent',
  'sendLate',
  'heldBack',
  'lag',
  'lagAtStart',
  'pruned',
  'notShown',
  'standstill',
  'memosNotIndexed',
  'slotReversed',
  'helpRefused',
  'wrongCluster',
  'fork',
  'congested',
  'v1Refused',
  'v1Dropped',
  'foreignDeposit',
  'operatorTransfer',
  'allowanceTaken',
  'forgedMemo',
  'spam',
  'oldTransactions',
  'rentStepped',
  'crash',
  'powerLoss',
  'restored',
  'prunedAfterRefill',
  'stall',
  'clockJump',
  'foreignLease',
  'stopPressed',
  'nodeChanged',
  'corrected',
  'correctedTooLate',
  'denied',
  'allowedAgain',
  'drained',
  'paymentErased',
  'expiryForged',
  'claimPutBack',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]
export type FaultCounts = Record<FaultKind, number>

export function noFaults(): FaultCounts {
  return Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0])) as FaultCounts
}

/** Draws faults by seed, and counts them. Before they begin and once they are stopped, it draws none. */
export class FaultInjector {
  readonly counts = noFaults()
  readonly #random: SeededRandom
  readonly #rates: Partial<Record<FaultKind, number>>
  readonly #slowestMs: number
  readonly #triggered = new Set<string>()
  #haveBegun = true
  /** When faults stopped. */
  calmSinceMs = Number.POSITIVE_INFINITY

  /** `slowestMs` is the longest delay of a request or an answer. */
  constructor(random: SeededRandom, rates: Partial<Record<FaultKind, number>>, slowestMs = 400) {
    this.#random = random
    this.#rates = rates
    this.#slowestMs = slowestMs
  }

  get areFaultsStopped(): boolean {
    return this.calmSinceMs < Number.POSITIVE_INFINITY
  }

  /** True from their beginning until they are stopped. */
  get areFaultsOn(): boolean {
    return this.#haveBegun && !this.areFaultsStopped
  }

  /** Draws none until they are begun. */
  putOffFaults(): void {
    this.#haveBegun = false
  }

  beginFaults(): void {
    this.#haveBegun = true
  }

  stopFaults(nowMs = 0): void {
    this.calmSinceMs = nowMs
  }

  count(kind: FaultKind): void {
    this.counts[kind] += 1
  }

  happens(kind: FaultKind): boolean {
    const rate = this.areFaultsOn ? (this.#rates[kind] ?? 0) : 0
    if (rate === 0 || !this.#random.chance(rate)) return false
    this.count(kind)
    return true
  }

  /** Draws as `happens` does, but never twice for the same subject. */
  happensOnceTo(kind: FaultKind, subjects: readonly string[]): boolean {
    if (subjects.some((subject) => this.#triggered.has(`${kind} ${subject}`))) return false
    if (!this.happens(kind)) return false
    for (const subject of subjects) this.#triggered.add(`${kind} ${subject}`)
    return true
  }

  /** Draws the extent of a fault, or its duration. */
  between(min: number, max: number): number {
    return this.#random.between(min, max)
  }

  latencyMs(): number {
    return this.#random.between(1, this.areFaultsStopped ? 20 : this.#slowestMs)
  }

  /** Draws a transaction's delay on its way to a leader: sometimes until just before it expires, or after. */
  deliverySlots(): number {
    return this.happens('sendLate') ? this.#random.between(20, 200) : this.#random.between(0, 8)
  }
}
