import type { DecisionOutcome } from '#domain/decision-outcome.ts'
import { PortalError } from '#domain/portal-error.ts'

/** The reason why a transaction that settles or carries another payment proves none. */
export const USED = 'it settles another payment already'

/** Throws the error for which a decision about a claim was not carried out. */
export function assertDecided(outcome: DecisionOutcome): void {
  if (outcome === 'done') return
  if (outcome === 'transaction_used') throw new PortalError('transaction_unproved', { reason: USED })
  throw new PortalError(outcome)
}
