import { timingSafeEqual } from 'node:crypto'

/** Compares two texts in constant time: it does not tell where they differ. */
export function isSameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
