import type { FaultKind } from './fault-injector.ts'
import type { SeededRandom } from './seeded-random.ts'

/** What one seed plays through. */
export interface Scenario {
  claims: number
  batchSize: number
  delayMs: number
  /** Some of the recipients' accounts are frozen in the middle of it. */
  poisoned: number
  hasSecondNode: boolean
  /** The sender lists a further node of its own. */
  hasFallback: boolean
  /** After this time nothing goes wrong any more, so that what can be decided will be. */
  calmAfterMs: number
  /** When nodes simulate v1 transactions, and when the cluster lands them. The two need not agree, in the calm either. */
  v1: { simulated: Span; landed: Span }
  rates: Partial<Record<FaultKind, number>>
  /** The records are put back from a copy, if at all. */
  restore: Restore | null
}

/** In milliseconds since the seed began. */
export interface Restore {
  /** 0 for before the first run. */
  copyAtMs: number
  atMs: number
  /** How long no server runs afterwards. */
  startAfterMs: number
}

/** In milliseconds since the seed began. */
export interface Span {
  fromMs: number
  untilMs: number
}

const NEVER: Span = { fromMs: 0, untilMs: 0 }
const V1_UNKNOWN = { simulated: NEVER, landed: NEVER }

/** Each fault is at home in some seeds and absent in others, so that rare combinations occur and common ones do not hide them. */
export function drawScenario(random: SeededRandom): Scenario {
  const rate = (most: number) => (random.chance(0.6) ? random.next() * most : 0)
  const hasSecondNode = random.chance(0.4)
  const calmAfterMs = random.between(30_000, 150_000)
  return {
    claims: random.between(1, 12),
    batchSize: random.between(1, 12),
    delayMs: random.between(0, 4_000),
    poisoned: random.chance(0.3) ? random.between(1, 2) : 0,
    hasSecondNode,
    hasFallback: random.chance(0.4),
    calmAfterMs,
    v1: random.chance(0.5) ? { simulated: drawSpan(random), landed: drawSpan(random) } : V1_UNKNOWN,
    restore: null,
    rates: {
      unreachable: rate(0.15),
      // Where there is another to read from, the first node is out for long.
      outage: hasSecondNode ? rate(0.01) : 0,
      answerLost: rate(0.1),
      ghostStatus: rate(0.8),
      staleBlockhash: rate(0.5),
      statusDenied: rate(0.3),
      // A history that hides what happened on the only node there is can not be told from the truth by anyone.
      historyDenied: hasSecondNode ? rate(0.3) : 0,
      sendRefused: rate(0.4),
      sendSwallowed: rate(0.7),
      sendDuplicated: rate(0.3),
      sendErrorThoughSent: rate(0.5),
      sendLate: rate(0.6),
      lag: rate(0.1),
      pruned: rate(0.1),
      wrongCluster: rate(0.01),
      fork: rate(0.02),
      crash: rate(0.012),
      powerLoss: random.chance(0.5) ? 1 : 0,
      stall: rate(0.003),
    },
  }
}

/** Never, always, or from some time until another. */
function drawSpan(random: SeededRandom): Span {
  if (random.chance(0.2)) return NEVER
  if (random.chance(0.5)) return { fromMs: 0, untilMs: Number.POSITIVE_INFINITY }
  const fromMs = random.between(0, 60_000)
  return { fromMs, untilMs: fromMs + random.between(5_000, 120_000) }
}
