import type { Labels } from './metric.ts'

/** Returns the same text for the same labels, in whatever order they are given. */
export function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
