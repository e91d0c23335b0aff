import type { Run } from './run.ts'

/** What a run may still put on its list; null for no limit. */
export interface RunBudget {
  payments: number | null
  baseUnits: bigint | null
}

/** The limits of a start: how many payments, how much, and which claims; null for all. */
export interface RunLimits {
  maxPayments: number | null
  maxBaseUnits: bigint | null
  claimIds: readonly string[] | null
}

export const NO_LIMITS: RunLimits = { maxPayments: null, maxBaseUnits: null, claimIds: null }

type LimitedRun = Pick<Run, 'maxPayments' | 'maxBaseUnits' | 'selectedCount'>

/** Returns true for a run that does not take all that is owed. */
export function isLimited({ maxPayments, maxBaseUnits, selectedCount }: LimitedRun): boolean {
  return maxPayments !== null || maxBaseUnits !== null || selectedCount !== null
}

/** The payments that a budget suffices for, and what is left of it; null once nothing more fits. */
export interface WithinBudget<T> {
  taken: T[]
  left: RunBudget | null
}

/**
 * Takes payments in their order until one does not fit any more. Those of less than one base unit are taken without being
 * counted: they are never made.
 */
export function takeWithin<T extends { baseUnits: bigint }>(
  budget: RunBudget,
  payments: readonly T[],
): WithinBudget<T> {
  let { payments: count, baseUnits: amount } = budget
  const taken: T[] = []
  for (const payment of payments) {
    if (payment.baseUnits > 0n) {
      if (count !== null && count < 1) return { taken, left: null }
      if (amount !== null && amount < payment.baseUnits) return { taken, left: null }
      if (count !== null) count -= 1
      if (amount !== null) amount -= payment.baseUnits
    }
    taken.push(payment)
  }
  return { taken, left: { payments: count, baseUnits: amount } }
}

const MINUTE_MS = 60_000

/**
 * Returns the time after which claims are too young for a run that starts at `startedAtMs`: those submitted or corrected later
 * wait for the next one. Null without a cooling-off time: a run then takes every queued claim.
 */
export function coolingOffCutoff(startedAtMs: number, coolingOffMinutes: number): number | null {
  return coolingOffMinutes === 0 ? null : startedAtMs - coolingOffMinutes * MINUTE_MS
}
