import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IsTrustedProxy } from './trusted-proxies.ts'

const WORDS =
  'a proxy that is not trusted hands requests on: all its visitors count as one address, and one of them can use up the sign-ins of all. Set TRUST_PROXY (on, for a proxy on this machine or in a private network, or its addresses), and have the proxy send X-Forwarded-For. Where there is no proxy, a visitor made that header up: nothing is to be done.'

/** Warns once when a request names another client's address than its own, and comes from no proxy that TRUST_PROXY names. */
export function warnOfProxy(server: FastifyInstance, isTrusted: IsTrustedProxy): void {
  let isWarned = false
  server.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && isForwarded(request, isTrusted)) {
      isWarned = true
      server.log.warn({ proxy: request.socket.remoteAddress }, WORDS)
    }
    done()
  })
}

function isForwarded({ headers, socket }: FastifyRequest, isTrusted: IsTrustedProxy): boolean {
  if (!('x-forwarded-for' in headers) && !('forwarded' in headers)) return false
  return !isTrusted(socket.remoteAddress)
}
