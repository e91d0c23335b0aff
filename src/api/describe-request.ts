import { isIPv6 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { clientNetworks } from '#app/sessions/client-networks.ts'

/**
 * Returns what the log tells of a request: no path, for it may hold a wallet's address, and no query, but the route's pattern (null
 * where there is none), and of the client's address the network alone (/24, /48 of IPv6). So no line joins a visitor with a wallet.
 */
export function describeRequest({ method, routeOptions, ip }: FastifyRequest) {
  return { method, route: routeOptions?.url ?? null, from: networkOf(ip) }
}

function networkOf(address: string): string {
  const normal = normalizeIP(address)
  const [, network] = clientNetworks(normal)
  return isIPv6(normal) ? `${network}::/48` : `${network}.0/24`
}
