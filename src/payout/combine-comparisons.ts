import type { RunComparison } from '#domain/run-comparison.ts'

/**
 * Combines two nodes' comparisons of one run. A node may lack what the chain has, and shows nothing that it
 * has not: what either shows counts.
 */
export function combineComparisons(first: RunComparison, second: RunComparison): RunComparison {
  const fuller = second.payments > first.payments ? second : first
  const unknownPayments = Math.max(first.unknownPayments, second.unknownPayments)
  const otherOutflows = [...new Set([...first.otherOutflows, ...second.otherOutflows])]
  const { missing } = fuller
  return {
    ...fuller,
    agrees: unknownPayments + missing + otherOutflows.length === 0,
    unknownPayments,
    otherOutflows,
  }
}
