import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import type { FaultKind } from './fault-injector.ts'

/** The scenario of one seed. */
export interface Scenario {
  claims: number
  batchSize: number
  delayMs: number
  /** Some of the recipients' accounts are frozen in the middle of it. */
  frozen: number
  hasSecondNode: boolean
  /** How many nodes the sender lists. */
  nodes: number
  /** The length of the cluster's slots. */
  slotMs: number
  /** Transactions of strangers in the wallet's history before anything was paid. */
  oldTransactions: number
  /** Of the sender's nodes, in the order of NODE_URLS, and of the second one. */
  habits: NodeHabits[]
  standstills: Standstill[]
  /** Nothing lands meanwhile. */
  congestion: Span
  /** The rent of a token account, in lamports, until a time and from then on. */
  rent: { before: bigint; after: bigint; stepAtMs: number }
  /**
   * How long after the first batch was journaled the faults begin, and after what time at the latest: in many seeds that begin with
   * faults, nothing is signed before these stop. Null where they begin at once.
   */
  faultsBegin: { afterFirstBatchMs: number; latestMs: number } | null
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

/** What a node does throughout. */
export interface NodeHabits {
  /** Its index lacks memos. */
  lacksMemos: boolean
  /** Its index lists the transactions of one slot the other way round. */
  reversesSlots: boolean
  /** It does not serve the methods that are a help and no more: see docs/chain-facts.md. */
  refusesFees: boolean
  refusesSlotLength: boolean
}

export const SOUND_HABITS: NodeHabits = {
  lacksMemos: false,
  reversesSlots: false,
  refusesFees: false,
  refusesSlotLength: false,
}

/** A node of the sender's list goes on answering, and shows nothing newer. */
export interface Standstill extends Span {
  node: number
}

/** In milliseconds since the seed began. */
export interface Span {
  fromMs: number
  untilMs: number
}

/** A quarter of a public cluster's for most seeds, which last as many slots in less time; theirs, and theirs once they are halved. */
const SHORTEST_SLOT_MS = 100
const SLOTS_MS = [...Array<number>(8).fill(SHORTEST_SLOT_MS), 200, 400]

/** Of an account of 165 bytes, before each of the steps of SIMD-0437 and after the last (lamports). */
const RENTS = [2_039_280n, 1_488_440n, 1_019_640n, 509_820n, 203_928n]

const NEVER: Span = { fromMs: 0, untilMs: 0 }
const V1_UNKNOWN = { simulated: NEVER, landed: NEVER }

/** The first payments are signed some slots after this: see simulate-seed.ts. */
const FIRST_PAYMENTS_SLOTS = 450

/** Draws a scenario. Each fault is absent from some seeds, so that rare combinations occur and common ones do not hide them. */
export function drawScenario(random: SeededRandom, seed: number): Scenario {
  const rate = (most: number, presence = 0.6) => (random.chance(presence) ? random.next() * most : 0)
  const rarely = (most: number) => rate(most, 0.3)
  const hasSecondNode = random.chance(0.4)
  const slotMs = random.pick(SLOTS_MS)
  const pace = slotMs / SHORTEST_SLOT_MS
  const congestion = random.chance(0.2) ? drawCongestion(random, slotMs) : NEVER
  // By generators of their own: the other faults of a seed are drawn as they would be without them.
  const beginning = drawBeginning(seededRandom(seed + 0x62656769), slotMs)
  const faultsLastMs = random.between(60_000, 180_000) * pace
  const faultsStopAfterMs = Math.max((beginning?.latestMs ?? 0) + faultsLastMs, congestion.untilMs)
  const nodes = random.pick([1, 1, 2, 3])
  const restore = drawRestore(random, faultsStopAfterMs, beginning ? FIRST_PAYMENTS_SLOTS * slotMs : 0)
  const isInFlight = restore?.kind === 'inFlight'
  const refusals = seededRandom(seed + 0x68656c70)
  const leaders = seededRandom(seed + 0x686f6c64)
  return {
    claims: random.between(1, 12),
    // Mostly small: with several batches, one of them is on its way while the next has landed.
    batchSize: 1 + Math.floor(random.next() ** 2 * 12),
    delayMs: random.between(0, 4_000),
    frozen: random.chance(0.3) ? random.between(1, 2) : 0,
    hasSecondNode,
    nodes,
    slotMs,
    oldTransactions: random.chance(0.05) ? random.between(1, 50) ** 2 : 0,
    habits: Array.from({ length: 4 }, () => ({
      lacksMemos: random.chance(0.2),
      reversesSlots: random.chance(0.3),
      refusesFees: refusals.chance(0.2),
      refusesSlotLength: refusals.chance(0.2),
    })),
    standstills: drawStandstills(random, nodes, faultsStopAfterMs),
    congestion,
    // What is on its way when records are restored meets them.
    faultsBegin: beginning && { ...beginning, ...(isInFlight && { afterFirstBatchMs: 0 }) },
    rent: drawRent(random, faultsStopAfterMs),
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
      // Seldom asked for: a transaction that landed on an abandoned fork alone.
      ghostStatus: random.chance(0.8) ? 1 : 0,
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
      heldBack: leaders.chance(0.6) ? leaders.next() : 0,
      lag: rate(0.1),
      lagAtStart: isInFlight ? 0.7 : 0,
      pruned: rate(0.1),
      notShown: rarely(0.02),
      wrongCluster: rate(0.01),
      fork: rate(0.02),
      foreignDeposit: rarely(0.05),
      operatorTransfer: rarely(0.05),
      forgedMemo: rarely(0.05),
      spam: rarely(0.3),
      crash: rate(0.012 / pace),
      powerLoss: random.chance(0.5) ? 1 : 0,
      stall: rate(0.003 / pace),
      clockJump: rarely(0.003),
      foreignLease: rarely(0.2),
      stopPressed: rarely(0.2),
      nodeChanged: rarely(0.2),
      slotLengthLied: rate(0.5),
    },
  }
}

/** Draws faults that find payments under way: from just after a batch was journaled until it and others have landed. */
function drawBeginning(random: SeededRandom, slotMs: number): Scenario['faultsBegin'] {
  if (random.chance(0.3)) return null
  return { afterFirstBatchMs: random.between(0, 60) * slotMs, latestMs: 600 * slotMs }
}

/** Draws nodes that stand still: for a while, or for ever where another that is listed goes on. */
function drawStandstills(random: SeededRandom, nodes: number, faultsStopAfterMs: number): Standstill[] {
  if (random.chance(0.7)) return []
  const sound = random.between(0, nodes - 1)
  return Array.from({ length: nodes }, (_, node) => node).flatMap((node) => {
    if (random.chance(0.3)) return []
    const fromMs = random.between(0, faultsStopAfterMs - 1)
    const isForEver = node !== sound && random.chance(0.5)
    const untilMs = Math.min(fromMs + random.between(5_000, 120_000), faultsStopAfterMs)
    return { node, fromMs, untilMs: isForEver ? Number.POSITIVE_INFINITY : untilMs }
  })
}

/** Draws a time in which payments are made: what is sent meanwhile expires, or is on hold by the end of it. */
function drawCongestion(random: SeededRandom, slotMs: number): Span {
  const fromMs = random.between(FIRST_PAYMENTS_SLOTS - 50, FIRST_PAYMENTS_SLOTS + 150) * slotMs
  return { fromMs, untilMs: fromMs + random.between(300, 1_400) * slotMs }
}

/** Draws a step of the rent, down or up again. */
function drawRent(random: SeededRandom, faultsStopAfterMs: number): Scenario['rent'] {
  const before = random.pick(RENTS)
  const after = random.chance(0.5) ? random.pick(RENTS) : before
  return { before, after, stepAtMs: random.between(0, faultsStopAfterMs) }
}

function drawRestore(random: SeededRandom, faultsStopAfterMs: number, notBeforeMs: number): Restore | null {
  if (random.chance(0.25)) return drawTimedRestore(random, faultsStopAfterMs, notBeforeMs)
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
function drawTimedRestore(random: SeededRandom, faultsStopAfterMs: number, notBeforeMs: number): Restore {
  const firstMs = notBeforeMs + 6_000
  const atMs = random.between(firstMs, random.chance(0.5) ? notBeforeMs + 25_000 : faultsStopAfterMs)
  const justBeforeMs = atMs - random.between(100, 5_000)
  const restore = {
    kind: 'timed' as const,
    atMs,
    copyAtMs: random.chance(0.3) ? 0 : random.chance(0.5) ? justBeforeMs : random.between(1, atMs - 1),
    startAfterMs: random.chance(0.5) ? random.between(0, 500) : random.between(500, 120_000),
  }
  if (restore.copyAtMs > 0 || random.chance(0.5)) return { ...restore, isRefilled: false }
  // Late enough for something to have been paid: all of it is lost, or else the records have a balance to begin from.
  return {
    ...restore,
    isRefilled: true,
    atMs: notBeforeMs + random.between(30_000, 60_000),
    startAfterMs: 500,
  }
}

/** Draws a span: never, always, or from some time until another. */
function drawSpan(random: SeededRandom): Span {
  if (random.chance(0.2)) return NEVER
  if (random.chance(0.5)) return { fromMs: 0, untilMs: Number.POSITIVE_INFINITY }
  const fromMs = random.between(0, 60_000)
  return { fromMs, untilMs: fromMs + random.between(5_000, 120_000) }
}
