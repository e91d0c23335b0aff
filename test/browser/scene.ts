import type { ClaimFixture, Visit, VisitOptions } from '../harness/claim-fixture.ts'

/** Brings a visit into a state to be shown. */
export type Scene = (
  visit: (options?: VisitOptions) => Promise<Visit>,
  fixture: ClaimFixture,
) => Promise<Visit>
