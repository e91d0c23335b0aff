import type { Keccak } from './keccak.ts'

const DEFAULT_SIZE = 20

/**
 * Draws rows from a list by a public seed: the n-th number drawn is keccak("<seed>:<n>") modulo the number of rows, for n from 0; one that
 * was drawn before is left out. Whoever knows the seed draws the same rows.
 */
export function sampleOf(keccak: Keccak, seed: string, rowCount: number, size = DEFAULT_SIZE): number[] {
  const drawn = new Set<number>()
  const wanted = Math.min(size, rowCount)
  for (let n = 0; drawn.size < wanted; n++) {
    const hash = keccak(new TextEncoder().encode(`${seed}:${n}`))
    const number = hash.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
    drawn.add(Number(number % BigInt(rowCount)))
  }
  return [...drawn]
}
