import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Endpoint } from '#api-schema/endpoint.ts'
import { PortalError } from '#domain/portal-error.ts'
import { ClientLimit, type ClientLimitTerms } from './client-limit.ts'
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
