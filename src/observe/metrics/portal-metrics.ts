import type { PortalEvent } from '#domain/portal-event.ts'
import type { ObservedPortal } from '#observe/alerts/find-conditions.ts'
import { Counter, type Family, formatMetrics, Histogram } from './metric.ts'
import { PortalFigures, watchProcess } from './portal-figures.ts'

/** A request that was answered, as the metrics count it. */
interface CountedRequest {
  method: string
  /** The pattern of its route. */
  route: string
  status: number
  /** Of the error that it was answered with, or null. */
  code: string | null
  durationMs: number
}

/** The routes of requests that are also counted by their results. */
interface CountedRoutes {
  submitClaim: string
  allocation: string
  claim: string
}

const DURATION_BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

/** Counts what a portal does, and writes it down for a scrape. */
export class PortalMetrics {
  readonly #claims = new Counter('ferry_claims_total', 'Claims that were submitted here, by result.')
  readonly #lookups = new Counter('ferry_lookups_total', 'Look-ups of allocations and claims, by result.')
  readonly #requests = new Counter('ferry_http_requests_total', 'Requests that were answered.')
  readonly #durations = new Histogram(
    'ferry_http_request_duration_seconds',
    'How long requests took.',
    DURATION_BOUNDS_S,
  )
  readonly #events = new Counter('ferry_events_total', 'Events of the catalogue in this process.')
  readonly #rpcRequests = new Counter('ferry_rpc_requests_total', 'Requests to Solana RPC nodes.')
  readonly #rpcErrors = new Counter(
    'ferry_rpc_errors_total',
    'Requests to Solana RPC nodes without an answer.',
  )
  readonly #leases = new Map<string, 0 | 1>()
  readonly #routes: CountedRoutes
  #figures: PortalFigures | null = null
  #process: ReturnType<typeof watchProcess> | null = null

  constructor(routes: CountedRoutes) {
    this.#routes = routes
  }

  /** Has the gauges of a portal and of the process read as well, until it is closed. */
  show(portal: ObservedPortal): void {
    this.#process ??= watchProcess()
    this.#figures = new PortalFigures(portal)
  }

  count(event: PortalEvent): void {
    this.#events.add({ event: event.event })
    if (event.event === 'lease_taken') this.#leases.set(event.wallet, 1)
    if (event.event === 'lease_lost' || event.event === 'lease_given_back') this.#leases.set(event.wallet, 0)
  }

  countRequest({ method, route, status, code, durationMs }: CountedRequest): void {
    this.#requests.add({ method, route, status: String(status) })
    this.#durations.add(durationMs / 1000, { method, route })
    const { submitClaim, allocation, claim } = this.#routes
    if (route === submitClaim)
      this.#claims.add({ result: code === null ? 'accepted' : 'refused', code: code ?? '' })
    if (route === allocation) this.#lookups.add({ of: 'allocation', code: code ?? '' })
    if (route === claim) this.#lookups.add({ of: 'claim', code: code ?? '' })
  }

  countRpc(node: string, method: string, isAnswered: boolean): void {
    this.#rpcRequests.add({ node, method })
    if (!isAnswered) this.#rpcErrors.add({ node, method })
  }

  /** Writes everything down in Prometheus' text format. */
  async read(): Promise<string> {
    const counted = [
      ...[this.#claims, this.#lookups, this.#requests, this.#durations],
      ...[this.#events, this.#rpcRequests, this.#rpcErrors],
    ]
    const figures = (await this.#figures?.families()) ?? []
    return formatMetrics([
      ...counted.map((metric) => metric.family()),
      this.#leaseFamily(),
      ...figures,
      ...(this.#process?.families() ?? []),
    ])
  }

  close(): void {
    this.#process?.close()
    this.#process = null
  }

  #leaseFamily(): Family {
    const samples = Array.from(this.#leases, ([wallet, value]) => ({ labels: { wallet }, value }))
    const help = "Whether this process has a wallet's lease for a run: 1 for the one that pays."
    return { name: 'ferry_lease_owner', help, type: 'gauge', samples }
  }
}
