import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import type { Database } from '#store/database/database.ts'
import type { NewClaim } from '#store/database/schema.ts'
import type { Store } from '#store/store.ts'
import type { FaultInjector } from './fault-injector.ts'
import type { Scenario } from './scenario.ts'

/** How many of the seeds have one. */
const PRESENCE = 0.25

/** How often rows are altered once the journal has noted how far attempts have come, or that they paid. */
const ALTERED = 0.4

/** The most alterations of a seed: they may go on after other faults have stopped. */
const MOST = 4

export interface IntruderParts {
  seed: number
  scenario: Scenario
  faults: FaultInjector
  claims: readonly NewClaim[]
  /** Claims the same as the one of that number, to another wallet, under another EVM address. */
  doubleOf(index: number): NewClaim
}

/**
 * Simulates somebody who can write to the database, and has the records call payments owed that were signed. Draws by a generator of its
 * own: the faults of a seed are the same with and without it.
 */
export class SimulatedIntruder {
  readonly #parts: IntruderParts
  readonly #random: SeededRandom
  readonly isPresent: boolean
  /** The number of the claim beside which another of the same EVM address was put, once it is on a run's list. */
  doubled: number | null = null
  readonly #double: NewClaim
  #left = MOST

  constructor(parts: IntruderParts) {
    this.#parts = parts
    this.#random = seededRandom(parts.seed + 0x696e7472)
    this.isPresent = parts.scenario.restore === null && this.#random.chance(PRESENCE)
    this.#double = parts.doubleOf(this.#random.between(0, parts.claims.length - 1))
  }

  /** Returns the claims that are put back beside the others. */
  claimsPutBack(): NewClaim[] {
    if (!this.isPresent || this.#random.chance(0.5)) return []
    // The claim itself keeps its own address, which a payment that is taken over is recorded with: nothing else is altered then.
    this.#left = 0
    return [this.#double]
  }

  /** Wraps a server's store: what is put back gets its EVM address once a run lists it, since the claims' unique index stands. */
  over(store: Store, { db }: Database): Store {
    if (!this.isPresent) return store
    const { journal } = store
    return {
      ...store,
      journal: {
        ...journal,
        mark: (...args) => journal.mark(...args).then(() => this.#alter(db)),
        settlePaid: (...args) => journal.settlePaid(...args).then(() => this.#alter(db)),
      },
      runs: {
        ...store.runs,
        sealList: async (run) => {
          const sealed = await store.runs.sealList(run)
          const index = this.#parts.claims.findIndex(({ amountWei }) => amountWei === this.#double.amountWei)
          const { evmAddress = null } = this.#parts.claims[index] ?? {}
          const altered = await db
            .updateTable('transfer')
            .set({ evmAddress })
            .where('claimId', '=', this.#double.id)
            .where('state', '=', 'queued')
            .where('evmAddress', '!=', evmAddress)
            .executeTakeFirst()
          if (altered.numUpdatedRows === 0n) return sealed
          this.doubled = index
          this.#parts.faults.count('claimPutBack')
          return sealed
        },
      },
    }
  }

  /** Alters the rows of one payment, at times. */
  async #alter(db: Database['db']): Promise<void> {
    const { faults } = this.#parts
    if (this.#left === 0 || !this.#random.chance(ALTERED)) return
    const isErasing = this.#random.chance(0.5)
    const attempts = await db
      .selectFrom('attempt')
      .select('id')
      .where('kind', '=', 'payment')
      .where('state', 'in', isErasing ? ['paid'] : ['journaled', 'broadcast', 'confirmed'])
      .orderBy('id')
      .execute()
    if (attempts.length === 0) return
    const { id } = this.#random.pick(attempts)
    const carried = await db
      .selectFrom('attempt_transfer')
      .select('transferId')
      .where('attemptId', '=', id)
      .execute()
    const transferIds = carried.map(({ transferId }) => transferId)
    if (isErasing) {
      await db.deleteFrom('attempt_transfer').where('attemptId', '=', id).execute()
      await db.deleteFrom('attempt').where('id', '=', id).execute()
      await db
        .updateTable('claim')
        .set({ status: 'queued', solTx: null, settledAtMs: null })
        .where('id', 'in', (of) =>
          of
            .selectFrom('transfer')
            .select('claimId')
            .where('id', 'in', transferIds)
            .$castTo<{ claimId: string }>(),
        )
        .execute()
    } else {
      await db
        .updateTable('attempt')
        .set({ state: 'expired', error: 'it expired' })
        .where('id', '=', id)
        .execute()
      await db.updateTable('attempt_transfer').set({ inFlight: 0 }).where('attemptId', '=', id).execute()
    }
    const owed = { state: 'queued', paidTx: null, recordedBy: null, settledAtMs: null } as const
    await db.updateTable('transfer').set(owed).where('id', 'in', transferIds).execute()
    this.#left -= 1
    faults.count(isErasing ? 'paymentErased' : 'expiryForged')
  }
}
