import { BlockList, isIP } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { TrustProxy } from '#config/trust-proxy.ts'

/** Returns the address that a request is counted by, of IPv6 its /64; null where clients can not be told apart. */
export type ClientOf = (request: FastifyRequest) => string | null

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Holds a request's address once it is found: several ask for it. */
const ADDRESS = Symbol('the address that a request came from')

/** Returns the address that a request came from, of IPv6 its /64. */
export function clientAddress(request: FastifyRequest & { [ADDRESS]?: string }): string {
  request[ADDRESS] ??= normalized(request.ip)
  return request[ADDRESS]
}

/** Only of IPv6 there is something to normalize. */
function normalized(address: string): string {
  return address.includes(':') ? normalizeIP(address) : address
}

/** Behind a proxy that is not trusted every client comes from loopback. */
export function createClientOf(trustProxy: TrustProxy): ClientOf {
  if (trustProxy !== false) return clientAddress
  return (request) => (isLoopback(request.ip) ? null : clientAddress(request))
}

function isLoopback(address: string): boolean {
  return loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
