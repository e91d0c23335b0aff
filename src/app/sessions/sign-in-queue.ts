import { isIPv6 } from 'node:net'
import { PortalError } from '#domain/portal-error.ts'

/** How well a client is known: its device signed in before, its address did, or neither. */
export type Acquaintance = 'device' | 'address' | 'none'

interface SigningClient {
  address: string
  known: Acquaintance
  /** The name that its failures are counted under. */
  countedAs: string
}

/** Checks passwords one at a time. */
export interface SignInQueue {
  /** Throws sign_in_busy for a check that gets no turn, and whatever the check throws. */
  check<T>(client: SigningClient, check: () => Promise<T>): Promise<T>
  /** Counts the checks of a client that wait. */
  countWaiting(countedAs: string): number
}

/** At a third of a second to half a second each, who waits is answered within a few seconds. */
const MAX_WAITING = 8

/** By then a person has given up, or tries again. */
const MAX_WAIT_MS = 10_000

/** For so long a network's earlier checks count against it. */
const WINDOW_MS = 15 * 60_000

/** For so long it is known of how many that they were refused. */
const REFUSED_MS = 60_000
const MAX_REFUSED = 10_000

const ORDER_OF: Record<Acquaintance, number> = { device: 0, address: 1, none: 2 }

interface Waiting {
  /** Compared number by number, the lowest first. */
  rank: readonly number[]
  networks: readonly string[]
  countedAs: string
  sinceMs: number
  run(): Promise<void>
  refuse(): void
}

/**
 * Creates the queue in which passwords wait to be checked. It is short, and not first come, first served: one who guesses could fill it
 * for hours. Known clients come first; then those whose networks, the widest first, had the fewest checks lately or wait for the fewest;
 * among equals one that was refused a moment ago, then the newest. Where it is full, the last in that order is refused. So a guesser needs a new network for every guess
 * to be equal to somebody who has not tried yet, and is behind those who try again (docs/decisions/020). Times are milliseconds that never go back.
 */
export function createSignInQueue(nowMs: () => number = () => performance.now()): SignInQueue {
  const checks = new RecentChecks(nowMs)
  let waiting: Waiting[] = []
  /** Until when, by address; the one that was refused first comes first. */
  const refusedUntilMs = new Map<string, number>()
  let arrivals = 0
  let isChecking = false

  function rankOf({ known }: SigningClient, networks: readonly string[]): number[] {
    const loads = networks.map(
      (network) => checks.count(network) + waiting.filter((other) => other.networks.includes(network)).length,
    )
    const wasRefused = (refusedUntilMs.get(networks.at(-1) ?? '') ?? 0) > nowMs()
    return [ORDER_OF[known], ...loads, wasRefused ? 0 : 1, -arrivals++]
  }

  function refuse(refused: readonly Waiting[]): void {
    waiting = waiting.filter((each) => !refused.includes(each))
    for (const each of refused) {
      each.refuse()
      rememberRefused(each.networks.at(-1) ?? '')
    }
  }

  function rememberRefused(address: string): void {
    refusedUntilMs.delete(address)
    refusedUntilMs.set(address, nowMs() + REFUSED_MS)
    const [first] = refusedUntilMs.keys()
    if (refusedUntilMs.size > MAX_REFUSED && first !== undefined) refusedUntilMs.delete(first)
  }

  async function checkNext(): Promise<void> {
    if (isChecking) return
    isChecking = true
    for (;;) {
      refuse(waiting.filter(({ sinceMs }) => nowMs() - sinceMs > MAX_WAIT_MS))
      const next = waiting.toSorted(byRank)[0]
      if (!next) break
      waiting = waiting.filter((each) => each !== next)
      checks.add(next.networks)
      await next.run()
    }
    isChecking = false
  }

  function enqueue<T>(client: SigningClient, check: () => Promise<T>): Promise<T> {
    const networks = clientNetworks(client.address)
    const checked = new Promise<T>((resolve, reject) => {
      waiting.push({
        rank: rankOf(client, networks),
        networks,
        countedAs: client.countedAs,
        sinceMs: nowMs(),
        run: () => check().then(resolve, reject),
        refuse: () => reject(new PortalError('sign_in_busy')),
      })
    })
    if (waiting.length > MAX_WAITING) refuse(waiting.toSorted(byRank).slice(MAX_WAITING))
    void checkNext()
    return checked
  }

  return {
    check: enqueue,
    countWaiting: (countedAs) => waiting.filter((each) => each.countedAs === countedAs).length,
  }
}

function byRank(a: Waiting, b: Waiting): number {
  for (const [at, rank] of a.rank.entries()) {
    const difference = rank - (b.rank[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Counts the checks of each network for a quarter of an hour from its first. One check at a time bounds how many there are. */
class RecentChecks {
  readonly #nowMs: () => number
  /** The one that ends first comes first. */
  readonly #counts = new Map<string, { checks: number; endsAtMs: number }>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  count(network: string): number {
    this.#forgetEnded()
    return this.#counts.get(network)?.checks ?? 0
  }

  add(networks: readonly string[]): void {
    this.#forgetEnded()
    for (const network of networks) {
      const counted = this.#counts.get(network)
      if (counted) counted.checks += 1
      else this.#counts.set(network, { checks: 1, endsAtMs: this.#nowMs() + WINDOW_MS })
    }
  }

  #forgetEnded(): void {
    for (const [network, { endsAtMs }] of this.#counts) {
      if (endsAtMs > this.#nowMs()) return
      this.#counts.delete(network)
    }
  }
}

const IPV4_PARTS = 4

/** In groups of 16 bits: what a registry gives a provider, a provider a site, and a site one network. */
const IPV6_GROUPS = { provider: 2, site: 3, network: 4 }

/**
 * Returns the networks that an address belongs to, the widest first: /16, /24 and the address itself of IPv4, /32, /48 and /64 of IPv6.
 * Addresses are rented by the network.
 */
export function clientNetworks(address: string): string[] {
  if (!isIPv6(address)) {
    const parts = address.split('.')
    return [2, 3, IPV4_PARTS].map((count) => parts.slice(0, count).join('.'))
  }
  const groups = expand(address)
  return Object.values(IPV6_GROUPS).map((count) => groups.slice(0, count).join(':'))
}

/** Writes out the groups that `::` leaves out. */
function expand(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : Math.max(8 - before.length - after.length, 0)
  return [...before, ...new Array<string>(missing).fill('0'), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  )
}
