import { PortalError } from '#domain/portal-error.ts'
import type { DecisionOutcome } from '#store/claim-decisions.ts'

/** Throws what kept a decision about a claim from being carried out. */
export function refuseUndecided(outcome: DecisionOutcome): void {
  if (outcome !== 'done') throw new PortalError(outcome)
}
