import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#api-schema/endpoint.ts'
import { PortalError } from '#domain/portal-error.ts'

/** How many public requests of a kind are under way at most. */
export type MostUnderWay = Readonly<Record<NonNullable<Endpoint['rateLimit']>, number>>

/** Of claims, what a small machine takes in half a second; where a database does not answer, so many wait for it and no more. */
export const MOST_UNDER_WAY: MostUnderWay = { claims: 1_000, reads: 4_000, bundles: 16 }

/**
 * Answers too_busy to the public requests that come while enough of their kind are under way: a queue that grows helps nobody, and ends in
 * a process without memory. What is under way is not touched. To be added before the limits by client, which a refused request does not use up.
 */
export function shedLoad(server: FastifyInstance, most: MostUnderWay = MOST_UNDER_WAY): void {
  const underWay = { claims: 0, reads: 0, bundles: 0 }
  server.addHook('onRequest', (request, reply, done) => {
    const kind = request.routeOptions.config.endpoint?.rateLimit
    if (kind === undefined) return done()
    if (underWay[kind] >= most[kind]) return done(new PortalError('too_busy'))
    underWay[kind] += 1
    reply.raw.once('close', () => {
      underWay[kind] -= 1
    })
    done()
  })
}
