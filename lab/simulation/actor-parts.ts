import type { NewClaim } from '#store/database/schema.ts'
import type { Store } from '#store/store.ts'
import type { FaultInjector } from './fault-injector.ts'
import type { Fixtures } from './fixtures.ts'
import type { VirtualTime } from './virtual-time.ts'

/** What the people of a simulation have in common who change records beside the runs. */
export interface ActorParts {
  seed: number
  time: VirtualTime
  faults: FaultInjector
  fixtures: Fixtures
  claims: readonly NewClaim[]
  /** After this time nothing is changed any more. */
  untilMs: number
  /** Returns the store of a running server, if any. */
  store(): Store | undefined
  /** False while a change would be lost: before the records are restored from a copy. */
  mayChange(): boolean
  /** Has the operator start a run once the one under way has ended. */
  askForRun(): void
}
