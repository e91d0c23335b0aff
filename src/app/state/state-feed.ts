import type { AppContext } from '#app/app-context.ts'
import { PayableClaims } from './payable-claims.ts'
import { readPortalState } from './portal-state.ts'

/** A state that is read at most so often, however many ask. */
const READ_EVERY_MS = 1_000

/** The state of the whole as it was read last. `told` is equal for states that differ in nothing but their time. */
export interface StateNews<State> {
  state: State
  told: string
}

/** Hears of each reading; null for one that failed. */
export type StateListener<State> = (news: StateNews<State> | null) => void

/** Reads a state for everybody who looks, and only while somebody does. */
export class StateFeed<State extends { asOf: number }> {
  readonly #compose: () => Promise<State>
  readonly #listeners = new Set<StateListener<State>>()
  #timer: ReturnType<typeof setTimeout> | null = null
  #last: { news: StateNews<State>; atMs: number } | null = null
  #pending: Promise<StateNews<State>> | null = null

  constructor(compose: () => Promise<State>) {
    this.#compose = compose
  }

  /** Returns a state that is no older than a second. Throws what composing it throws. */
  read(): Promise<StateNews<State>> {
    if (this.#last && performance.now() - this.#last.atMs < READ_EVERY_MS)
      return Promise.resolve(this.#last.news)
    this.#pending ??= this.#readNow()
    return this.#pending
  }

  /** Tells a listener of a state each second, from now until the returned function is called. */
  subscribe(listener: StateListener<State>): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#schedule(0)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0 || this.#timer === null) return
      clearTimeout(this.#timer)
      this.#timer = null
    }
  }

  async #readNow(): Promise<StateNews<State>> {
    const atMs = performance.now()
    try {
      const state = await this.#compose()
      const { asOf: _, ...rest } = state
      const news = { state, told: JSON.stringify(rest) }
      this.#last = { news, atMs }
      return news
    } finally {
      this.#pending = null
    }
  }

  #schedule(inMs: number): void {
    this.#timer = setTimeout(() => void this.#tell(), inMs)
    this.#timer.unref()
  }

  async #tell(): Promise<void> {
    const timer = this.#timer
    const news = await this.read().catch(() => null)
    for (const listener of [...this.#listeners]) listener(news)
    // Everybody may have left meanwhile, and others come.
    if (this.#timer === timer && this.#listeners.size > 0) this.#schedule(READ_EVERY_MS)
  }
}

/** Creates the one reader that composes the state of the whole for everybody. */
export function createStateFeed(app: AppContext) {
  const payable = new PayableClaims(app)
  return new StateFeed(() => readPortalState(app, payable))
}
