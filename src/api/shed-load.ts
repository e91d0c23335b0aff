import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#api-schema/endpoint.ts'
import { PortalError } from '#domain/portal-error.ts'
import { isApiPath } from './is-api-path.ts'

type Kind = NonNullable<Endpoint['rateLimit']> | 'pages'

/** How many public requests of a kind are under way at most; `pages` are the pages and their files. */
export type MostUnderWay = Readonly<Record<Kind, number>>

/** Of claims, what a small machine takes in half a second; where a database does not answer, so many wait for it and no more. */
export const MOST_UNDER_WAY: MostUnderWay = { claims: 1_000, reads: 4_000, bundles: 16, pages: 1_000 }

/**
 * Requests of one connection that wait for their answer at most. Browsers and proxies send the next when they have the last one's
 * answer; all that one chunk holds is begun at once, and each answer waits for its turn in memory.
 */
const MOST_OF_A_CONNECTION = 8

/**
 * Bounds what one connection asks at once: what is beyond it is not begun, nothing more is read, and the connection is closed after the
 * answers to the others. To be added before all other hooks.
 */
export function boundConnections(server: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  const full = new WeakSet<Socket>()
  server.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const before = unanswered.get(socket) ?? 0
    if (before >= MOST_OF_A_CONNECTION) {
      reply.hijack()
      full.add(socket)
      socket.pause()
      return
    }
    unanswered.set(socket, before + 1)
    reply.raw.once('close', () => {
      const left = (unanswered.get(socket) ?? 1) - 1
      unanswered.set(socket, left)
      if (left === 0 && full.has(socket)) socket.destroySoon()
    })
    done()
  })
}

/**
 * Answers too_busy to the public requests that come while enough of their kind are under way: a queue that grows helps nobody, and ends in
 * a process without memory. What is under way is not touched. To be added before the limits by client, which a refused request does not use up.
 */
export function shedLoad(server: FastifyInstance, most: MostUnderWay = MOST_UNDER_WAY): void {
  const underWay: Record<Kind, number> = { claims: 0, reads: 0, bundles: 0, pages: 0 }
  server.addHook('onRequest', (request, reply, done) => {
    const kind = kindOf(request)
    if (kind === undefined) return done()
    if (underWay[kind] >= most[kind]) return done(new PortalError('too_busy'))
    underWay[kind] += 1
    reply.raw.once('close', () => {
      underWay[kind] -= 1
    })
    done()
  })
}

function kindOf({ routeOptions, url }: FastifyRequest): Kind | undefined {
  const { endpoint } = routeOptions.config
  if (endpoint) return endpoint.rateLimit
  return isApiPath(url) ? undefined : 'pages'
}
