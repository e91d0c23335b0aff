import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

const scope = new AsyncLocalStorage<string>()

/** Returns the id of the request that is being handled, for what it causes; undefined outside of any. */
export const currentRequestId = (): string | undefined => scope.getStore()

/** Runs work that outlasts the request which begins it. */
export const outsideRequest = <T>(work: () => T): T => scope.exit(work)

/** Runs work as part of a request. */
export const insideRequest = <T>(requestId: string, work: () => T): T => scope.run(requestId, work)

/** Has the handlers of a server run as part of their requests. To be added before the routes. */
export function scopeRequests(server: FastifyInstance): void {
  // The last hook before the handler: the stream of a body, read in between, would lose it again.
  server.addHook('preHandler', (request, _reply, done) => insideRequest(request.id, done))
}
