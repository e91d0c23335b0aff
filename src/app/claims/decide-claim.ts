import { PortalError } from '#domain/portal-error.ts'
import type { DecisionOutcome } from '#store/claim-decisions.ts'

/** Why a transaction proves no payment that settles or carries another one. */
export const USED = 'it settles another payment already'

/** Throws what kept a decision about a claim from being carried out. */
export function assertDecided(outcome: DecisionOutcome): void {
  if (outcome === 'done') return
  if (outcome === 'transaction_used') throw new PortalError('transaction_unproved', { reason: USED })
  throw new PortalError(outcome)
}
