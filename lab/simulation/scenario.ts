import type { SeededRandom } from '#lab/random/seeded-random.ts'
import type { FaultKind } from './fault-injector.ts'

/** The scenario of one seed. */
export interface Scenario {
  claims: number
  batchSize: number
  delayMs: number
  /** Some of the recipients' accounts are frozen in the middle of it. */
  frozen: number
  hasSecondNode: boolean
  /** The sender lists a further node of its own. */
  hasFallback: boolean
  /** After this time there are no more faults, so that everything decidable gets decided. */
  faultsStopAfterMs: number
  /** The times in which nodes simulate v1 transactions, and the cluster lands them. They may differ, even without faults. */
  v1: { simulated: Span; landed: Span }
  rates: Partial<Record<FaultKind, number>>
  /** The longest delay of a request to a node or of its answer. */
  slowestAnswerMs: number
  /** The restore of the records from a copy, if any; a server is started `startAfterMs` later. */
  restore: Restore | null
}

export type Restore =
  /** At a time, in milliseconds since the seed began. A copy from 0 is from before the first run. */
  | {
      kind: 'timed'
      copyAtMs: number
      atMs: number
      startAfterMs: number
      /** Meanwhile the wallet is emptied and refilled, and no node keeps anything from before the refill. */
      isRefilled: boolean
    }
  /** So many milliseconds after that batch was journaled, counted from 1: the copy lacks it alone, and it is on its way. */
  | { kind: 'inFlight'; batch: number; afterMs: number; startAfterMs: number }

/** In milliseconds since the seed began. */
export interface Span {
  fromMs: number
  untilMs: number
}

const NEVER: Span = { fromMs: 0, untilMs: 0 }
const V1_UNKNOWN = { simulated: NEVER, landed: NEVER }

/** Draws a scenario. Each fault is absent from some seeds, so that rare combinations occur and common ones do not hide them. */
export function drawScenario(random: SeededRandom): Scenario {
  const rate = (most: number, presence = 0.6) => (random.chance(presence) ? random.next() * most : 0)
  const rarely = (most: number) => rate(most, 0.3)
  const hasSecondNode = random.chance(0.4)
  // Nothing is signed in the first 45 seconds: see RESTART_WAIT_MS.
  const faultsStopAfterMs = random.between(60_000, 180_000)
  const restore = drawRestore(random, faultsStopAfterMs)
  const isInFlight = restore?.kind === 'inFlight'
  return {
    claims: random.between(1, 12),
    batchSize: random.between(1, 12),
    delayMs: random.between(0, 4_000),
    frozen: random.chance(0.3) ? random.between(1, 2) : 0,
    hasSecondNode,
    hasFallback: random.chance(0.4),
    faultsStopAfterMs,
    v1: random.chance(0.5) ? { simulated: drawSpan(random), landed: drawSpan(random) } : V1_UNKNOWN,
    // A start that takes longer than a transaction lives meets nothing in flight.
    slowestAnswerMs: isInFlight ? random.between(5, 60) : 400,
    restore,
    rates: {
      unreachable: rate(0.15),
      outage: hasSecondNode ? rate(0.01) : rarely(0.005),
      secondNodeOut: hasSecondNode ? rarely(0.01) : 0,
      answerLost: rate(0.1),
      answersExchanged: rarely(0.05),
      statusExchanged: rarely(0.3),
      limitInBody: rarely(0.01),
      hang: rarely(0.01),
      ghostStatus: rate(0.8),
      staleBlockhash: rate(0.5),
      statusDenied: rate(0.3),
      historyDenied: rarely(0.1),
      lateIndex: rarely(0.05),
      indexOnlyStatus: rarely(0.03),
      lyingMint: rarely(0.5),
      configuredOnLie: random.chance(0.05) ? 1 : 0,
      simulatedSentOn: rarely(0.5),
      sendRefused: rate(0.4),
      sendSwallowed: rate(0.7),
      sendDuplicated: rate(0.3),
      sendErrorThoughSent: rate(0.5),
      sendLate: isInFlight ? 0.8 + random.next() / 5 : rate(0.6),
      lag: rate(0.1),
      lagAtStart: isInFlight ? 0.4 : 0,
      pruned: rate(0.1),
      wrongCluster: rate(0.01),
      fork: rate(0.02),
      foreignDeposit: rarely(0.05),
      operatorTransfer: rarely(0.05),
      forgedMemo: rarely(0.05),
      crash: rate(0.012),
      powerLoss: random.chance(0.5) ? 1 : 0,
      stall: rate(0.003),
      clockJump: rarely(0.003),
      foreignLease: rarely(0.2),
      stopPressed: rarely(0.2),
      nodeChanged: rarely(0.2),
    },
  }
}

function drawRestore(random: SeededRandom, faultsStopAfterMs: number): Restore | null {
  if (random.chance(0.25)) return drawTimedRestore(random, faultsStopAfterMs)
  if (random.chance(0.2)) {
    return {
      kind: 'inFlight',
      batch: random.between(1, 2),
      afterMs: random.between(100, 2_000),
      startAfterMs: random.between(0, 500),
    }
  }
  return null
}

/** Draws a copy from before the first run, the middle, after it or just before, restored at once or after a while. */
function drawTimedRestore(random: SeededRandom, faultsStopAfterMs: number): Restore {
  const atMs = random.chance(0.5) ? random.between(6_000, 25_000) : random.between(6_000, faultsStopAfterMs)
  const justBeforeMs = atMs - random.between(100, 5_000)
  const restore = {
    kind: 'timed' as const,
    atMs,
    copyAtMs: random.chance(0.3) ? 0 : random.chance(0.5) ? justBeforeMs : random.between(1, atMs - 1),
    startAfterMs: random.chance(0.5) ? random.between(0, 500) : random.between(500, 120_000),
  }
  if (restore.copyAtMs > 0 || random.chance(0.5)) return { ...restore, isRefilled: false }
  // Late enough for something to have been paid: all of it is lost, or else the records have a balance to begin from.
  return { ...restore, isRefilled: true, atMs: random.between(30_000, 60_000), startAfterMs: 500 }
}

/** Draws a span: never, always, or from some time until another. */
function drawSpan(random: SeededRandom): Span {
  if (random.chance(0.2)) return NEVER
  if (random.chance(0.5)) return { fromMs: 0, untilMs: Number.POSITIVE_INFINITY }
  const fromMs = random.between(0, 60_000)
  return { fromMs, untilMs: fromMs + random.between(5_000, 120_000) }
}
