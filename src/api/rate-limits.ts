import { BlockList, isIP } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TrustProxy } from '#config/trust-proxy.ts'
import { PortalError } from '#domain/portal-error.ts'

/** Requests that one client address may make in a minute. */
export const RATE_LIMITS = {
  claims: { max: 120, timeWindow: 60_000 },
  reads: { max: 600, timeWindow: 60_000 },
} as const

/** Addresses remembered at a time, for each route. */
const REMEMBERED_ADDRESSES = 50_000

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * Limits the routes that name a limit, by client address (IPv6 by its /64). Behind a proxy that is not trusted every
 * client comes from loopback: those are not limited, because they can not be told apart.
 */
export async function limitRates(server: FastifyInstance, trustProxy: TrustProxy): Promise<void> {
  await server.register(rateLimit, {
    global: false,
    cache: REMEMBERED_ADDRESSES,
    allowList: (request: FastifyRequest) => trustProxy === false && isLoopback(request.ip),
    errorResponseBuilder: () => new PortalError('too_many_requests'),
  })
}

function isLoopback(address: string): boolean {
  return loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
