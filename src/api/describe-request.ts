import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { clientNetworks } from '#app/sessions/client-networks.ts'
import { clientAddress } from './client-of.ts'

/**
 * Returns what the log tells of a request: no path, for it may hold a wallet's address, and no query, but the route's pattern (null
 * where there is none), and of the client's address the network alone (/24, /48 of IPv6). So no line joins a visitor with a wallet.
 */
export function describeRequest(request: FastifyRequest) {
  const { method, routeOptions } = request
  return { method, route: routeOptions?.url ?? null, from: networkOf(clientAddress(request)) }
}

function networkOf(address: string): string {
  // Most are IPv4, and telling that they are takes longer than all of the line.
  if (!address.includes(':')) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  const [, network] = clientNetworks(address)
  return isIPv6(address) ? `${network}::/48` : `${network}.0/24`
}
