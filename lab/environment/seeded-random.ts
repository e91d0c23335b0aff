/** Chance that can be replayed: the same seed gives the same numbers in the same order. */
export interface SeededRandom {
  /** From 0 up to, not including, 1. */
  next(): number
  /** True with the given probability. */
  chance(probability: number): boolean
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  pick<T>(items: readonly T[]): T
}

/** sfc32 (Chris Doty-Humphrey, PractRand), seeded by splitting the number into its state and running it in. */
export function seededRandom(seed: number): SeededRandom {
  let a = seed >>> 0
  let b = Math.floor(seed / 2 ** 32) >>> 0
  let c = 0x9e3779b9
  let counter = 1
  const next32 = (): number => {
    const sum = (a + b + counter++) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let round = 0; round < 15; round++) next32()

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
