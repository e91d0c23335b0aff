import { sfc32 } from './sfc32.ts'

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
