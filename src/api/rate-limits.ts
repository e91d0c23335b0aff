import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Endpoint } from '#api-schema/endpoint.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { ClientOf } from './client-of.ts'

type LimitedKind = NonNullable<Endpoint['rateLimit']>

/** Requests that one client address may make in a minute. */
const RATE_LIMITS: Readonly<Record<LimitedKind, ClientLimitTerms>> = {
  claims: { max: 120, windowMs: 60_000 },
  reads: { max: 600, windowMs: 60_000 },
  /** Each reads the whole holder list. */
  bundles: { max: 6, windowMs: 60_000 },
}

/** Addresses remembered at a time, for each route. */
const REMEMBERED_ADDRESSES = 50_000

/**
 * Limits the endpoints that name a limit, each by itself, by client address (IPv6 by its /64). Clients that can not be told apart are not
 * limited: one limit for all of them would be reached on the first busy day.
 */
export function limitRates(server: FastifyInstance, clientOf: ClientOf): void {
  const limits = new Map<Endpoint, ClientLimit>()

  function limitOf(endpoint: Endpoint, kind: LimitedKind): ClientLimit {
    const known = limits.get(endpoint)
    if (known) return known
    const limit = new ClientLimit(RATE_LIMITS[kind], REMEMBERED_ADDRESSES)
    limits.set(endpoint, limit)
    return limit
  }

  server.addHook('onRequest', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config
    const kind = endpoint?.rateLimit
    if (!endpoint || kind === undefined) return done()
    const client = clientOf(request)
    if (client === null) return done()
    const { left, endsInMs } = limitOf(endpoint, kind).count(client)
    const seconds = Math.ceil(endsInMs / 1000)
    tellLimit(reply, RATE_LIMITS[kind].max, left, seconds)
    if (left >= 0) return done()
    reply.header('retry-after', seconds)
    done(new PortalError('too_many_requests'))
  })
}

function tellLimit(reply: FastifyReply, max: number, left: number, seconds: number): void {
  reply.header('x-ratelimit-limit', max)
  reply.header('x-ratelimit-remaining', Math.max(0, left))
  reply.header('x-ratelimit-reset', seconds)
}

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
