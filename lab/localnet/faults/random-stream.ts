import { createHash } from 'node:crypto'

/** Gives the next number of an endless row, from 0 up to but without 1. */
export type RandomStream = () => number

const WARM_UP_ROUNDS = 12

/**
 * The row of random numbers that belongs to the labels: equal labels give equal rows, others give independent ones. The
 * generator is sfc32 by Chris Doty-Humphrey (PractRand); its state is taken from the SHA-256 of the labels.
 */
export function randomStream(...labels: readonly (string | number)[]): RandomStream {
  const digest = createHash('sha256').update(JSON.stringify(labels)).digest()
  let a = digest.readInt32LE(0)
  let b = digest.readInt32LE(4)
  let c = digest.readInt32LE(8)
  let counter = 1

  function next(): number {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }

  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) next()
  return next
}
