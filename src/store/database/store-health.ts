import type { StoreTrouble, StoreUnavailableError } from '#domain/store-unavailable-error.ts'

/** What a single statement meets and the next one need not: it says nothing of the database. */
const PASSING: readonly StoreTrouble[] = ['busy', 'late']

/** The connections to PostgreSQL, and how many statements wait for one. */
export interface PoolState {
  inUse: number
  idle: number
  waiting: number
}

/**
 * Remembers what was wrong with the database. A full disk can still be read from: that it is full shows in a write alone. Damage stays,
 * whatever is read or written next, until the server is started again and the file checked.
 */
export class StoreHealth {
  /** Reads how many connections there are; null where there is no pool. */
  pool: (() => PoolState) | null = null
  #trouble: StoreUnavailableError | null = null

  get trouble(): StoreUnavailableError | null {
    return this.#trouble
  }

  note(trouble: StoreUnavailableError): void {
    if (this.#trouble?.trouble !== 'damaged' && !PASSING.includes(trouble.trouble)) this.#trouble = trouble
  }

  /** Notes that a write was committed. */
  clear(): void {
    if (this.#trouble?.trouble !== 'damaged') this.#trouble = null
  }
}
