import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkSession } from '#portal/check-session.ts'
import type { Portal } from '#portal/portal.ts'

/** The name of the security scheme in the OpenAPI document. */
export const ADMIN_TOKEN_SCHEME = 'adminToken'

/** Lets only requests with a live session's token through to the routes of this scope, before their bodies are read. */
export function requireAdmin(server: FastifyInstance, portal: Portal): void {
  server.addHook('onRequest', (request) => checkSession(portal, readBearerToken(request)))
  server.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, security: [{ [ADMIN_TOKEN_SCHEME]: [] }] }
  })
}

/** The token of `Authorization: Bearer …`, or null. */
export function readBearerToken({ headers }: FastifyRequest): string | null {
  return /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}
