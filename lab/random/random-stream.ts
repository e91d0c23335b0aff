import { createHash } from 'node:crypto'
import { sfc32 } from './sfc32.ts'

/** Returns the next number of an endless stream, from 0 up to but without 1. */
export type RandomStream = () => number

const WARM_UP_ROUNDS = 12

/** Creates the stream of random numbers of the labels: equal labels give equal streams, others independent ones. */
export function randomStream(...labels: readonly (string | number)[]): RandomStream {
  const digest = createHash('sha256').update(JSON.stringify(labels)).digest()
  const next = sfc32([digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8)], WARM_UP_ROUNDS)
  return () => next() / 2 ** 32
}
