import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PortalError } from '#domain/portal-error.ts'
import type { ClientOf } from './client-of.ts'

/** Requests that one client address may make in a minute. */
export const RATE_LIMITS = {
  claims: { max: 120, timeWindow: 60_000 },
  reads: { max: 600, timeWindow: 60_000 },
  /** Each reads the whole holder list. */
  bundles: { max: 6, timeWindow: 60_000 },
} as const

/** Addresses remembered at a time, for each route. */
const REMEMBERED_ADDRESSES = 50_000

/**
 * Limits the routes that name a limit, by client address (IPv6 by its /64). Clients that can not be told apart are not limited: one
 * limit for all of them would be reached on the first busy day.
 */
export async function limitRates(server: FastifyInstance, clientOf: ClientOf): Promise<void> {
  await server.register(rateLimit, {
    global: false,
    cache: REMEMBERED_ADDRESSES,
    allowList: (request: FastifyRequest) => clientOf(request) === null,
    errorResponseBuilder: () => new PortalError('too_many_requests'),
  })
}
