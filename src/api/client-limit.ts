/** How often one client may ask in a window of time. */
export interface ClientLimitTerms {
  max: number
  windowMs: number
}

/** What is left to a client, and when its window ends. */
export interface ClientTurn {
  /** Below 0 it asked too often. */
  left: number
  endsInMs: number
}

interface Window {
  count: number
  endsAtMs: number
}

/**
 * Counts a client's requests in windows that begin with its first one. At least `mostClients` that asked last are remembered, and at most
 * twice as many: in two maps, of which the older one is dropped whole. One map from which the first is deleted again and again
 * would go through all that was deleted before it.
 */
export class ClientLimit {
  readonly #terms: ClientLimitTerms
  readonly #mostClients: number
  readonly #nowMs: () => number
  #young = new Map<string, Window>()
  #old = new Map<string, Window>()

  constructor(terms: ClientLimitTerms, mostClients: number, nowMs: () => number = () => performance.now()) {
    this.#terms = terms
    this.#mostClients = mostClients
    this.#nowMs = nowMs
  }

  /** Counts one request. Synchronous: promises would cost each request more than the counting does. */
  count(client: string): ClientTurn {
    const nowMs = this.#nowMs()
    const window = this.#windowOf(client, nowMs)
    window.count += 1
    return { left: this.#terms.max - window.count, endsInMs: window.endsAtMs - nowMs }
  }

  #windowOf(client: string, nowMs: number): Window {
    const young = this.#young.get(client)
    const known = young ?? this.#old.get(client)
    const window =
      known && nowMs < known.endsAtMs ? known : { count: 0, endsAtMs: nowMs + this.#terms.windowMs }
    if (window !== young) this.#remember(client, window)
    return window
  }

  #remember(client: string, window: Window): void {
    if (this.#young.size >= this.#mostClients && !this.#young.has(client)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(client, window)
  }
}
