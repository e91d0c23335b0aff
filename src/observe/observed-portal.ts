import type { Build } from '#config/build.ts'
import type { Problem } from '#domain/portal-error.ts'
import type { Payouts } from '#payout/payouts.ts'
import type { Store } from '#store/store.ts'

/** The parts of a portal that are looked at from outside. */
export interface ObservedPortal {
  store: Store
  payouts: Pick<Payouts, 'readerOf'>
  /** Lists what keeps the portal from being ready; none where it is. Never throws. */
  problems(): Promise<readonly Problem[]>
  build: Build
}
