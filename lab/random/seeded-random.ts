import { createHash } from 'node:crypto'

/**
 * Makes a generator of unsigned 32-bit numbers from a state of three: sfc32 by Chris Doty-Humphrey (PractRand). The first
 * `warmUpRounds` numbers, in which similar states still show, are left out.
 */
function sfc32(state: readonly [number, number, number], warmUpRounds: number): () => number {
  let [a, b, c] = state
  let counter = 1

  function next(): number {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  for (let round = 0; round < warmUpRounds; round++) next()
  return next
}

/** A random generator that can be replayed: the same seed gives the same numbers in the same order. */
export interface SeededRandom {
  /** Returns a number from 0 up to, not including, 1. */
  next(): number
  /** Returns true with the given probability. */
  chance(probability: number): boolean
  /** Returns a whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  pick<T>(items: readonly T[]): T
}

const WARM_UP_ROUNDS = 15

/** Seeds a generator by splitting the number into its state. */
export function seededRandom(seed: number): SeededRandom {
  const state = [seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, 0x9e3779b9] as const
  const next32 = sfc32(state, WARM_UP_ROUNDS)
  const random: SeededRandom = {
    next: () => next32() / 2 ** 32,
    chance: (probability) => random.next() < probability,
    between: (min, max) => min + Math.floor(random.next() * (max - min + 1)),
    pick<T>(items: readonly T[]): T {
      const item = items[random.between(0, items.length - 1)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
  }
  return random
}

/** Returns the next number of an endless stream, from 0 up to but without 1. */
export type RandomStream = () => number

const LABELS_WARM_UP_ROUNDS = 12

/** Creates the stream of random numbers of the labels: equal labels give equal streams, others independent ones. */
export function randomStream(...labels: readonly (string | number)[]): RandomStream {
  const digest = createHash('sha256').update(JSON.stringify(labels)).digest()
  const next = sfc32(
    [digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8)],
    LABELS_WARM_UP_ROUNDS,
  )
  return () => next() / 2 ** 32
}
