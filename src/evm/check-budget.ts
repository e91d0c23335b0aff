/** How many checks may be under way, and begin in a minute: of all clients together, and of one. */
interface BudgetTerms {
  all: { atOnce: number; perMinute: number }
  one: { atOnce: number; perMinute: number }
}

/**
 * Signatures that only a chain can decide, which anybody can make up for any address on the list: enough for a crowd of contract
 * wallets, and few enough for a node that is paid by the request. One client leaves most of it to the others.
 */
const TERMS: BudgetTerms = { all: { atOnce: 32, perMinute: 600 }, one: { atOnce: 4, perMinute: 30 } }

const MINUTE_MS = 60_000

interface Spent {
  underWay: number
  begun: number
  endsAtMs: number
}

/** Bounds what is asked of nodes on behalf of strangers. A client is null where clients can not be told apart. */
export class CheckBudget {
  readonly #terms: BudgetTerms
  readonly #nowMs: () => number
  readonly #all: Spent
  readonly #byClient = new Map<string, Spent>()

  constructor(terms: BudgetTerms = TERMS, nowMs: () => number = () => performance.now()) {
    this.#terms = terms
    this.#nowMs = nowMs
    this.#all = this.#nothing()
  }

  /** Runs a check; null where there is no room for it now. */
  async run<T>(client: string | null, check: () => Promise<T>): Promise<T | null> {
    this.#startMinutes()
    const own = client === null ? null : (this.#byClient.get(client) ?? this.#nothing())
    const { all, one } = this.#terms
    if (!hasRoom(this.#all, all) || (own && !hasRoom(own, one))) return null
    if (own && client !== null) this.#byClient.set(client, own)
    const spent = own ? [this.#all, own] : [this.#all]
    for (const each of spent) {
      each.underWay += 1
      each.begun += 1
    }
    try {
      return await check()
    } finally {
      for (const each of spent) each.underWay -= 1
    }
  }

  #nothing(): Spent {
    return { underWay: 0, begun: 0, endsAtMs: this.#nowMs() + MINUTE_MS }
  }

  /** Clients are forgotten with their minute: no more of them are kept than checks begin in one, and those under way. */
  #startMinutes(): void {
    const nowMs = this.#nowMs()
    if (nowMs < this.#all.endsAtMs) return
    this.#all.begun = 0
    this.#all.endsAtMs = nowMs + MINUTE_MS
    for (const [client, spent] of this.#byClient) {
      if (spent.underWay === 0) this.#byClient.delete(client)
      spent.begun = 0
    }
  }
}

function hasRoom({ underWay, begun }: Spent, { atOnce, perMinute }: BudgetTerms['all']): boolean {
  return underWay < atOnce && begun < perMinute
}
