import type { Store } from '#store/store.ts'

/**
 * Knows the conditions that were told and are not over: in the store for the next server, and in memory for as long as the store does
 * not answer.
 */
export class ToldConditions {
  readonly #store: Store['alerts']
  #told: Set<string> | null = null
  /** The changes that the store lacks. */
  readonly #unsaved = new Map<string, { begunAtMs: number } | 'over'>()

  constructor(store: Store['alerts']) {
    this.#store = store
  }

  /** What was told by whatever server; by this one alone while the store does not answer. */
  get known(): ReadonlySet<string> {
    return this.#told ?? new Set()
  }

  /** Reads what was told before, once, and writes down what has not been yet. Throws StoreUnavailableError. */
  async synchronize(): Promise<void> {
    for (const [condition, change] of this.#unsaved) {
      if (change === 'over') await this.#store.end(condition)
      else await this.#store.begin(condition, change.begunAtMs)
      // Another change may have come meanwhile.
      if (this.#unsaved.get(condition) === change) this.#unsaved.delete(condition)
    }
    this.#told ??= await this.#store.begun()
  }

  noteBegun(condition: string, begunAtMs: number): void {
    this.#told?.add(condition)
    this.#unsaved.set(condition, { begunAtMs })
  }

  noteOver(condition: string): void {
    this.#told?.delete(condition)
    this.#unsaved.set(condition, 'over')
  }

  /** Another server tells from now on: what it tells is to be read anew. */
  forget(): void {
    this.#told = null
  }
}
