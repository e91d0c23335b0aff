import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#api-schema/endpoint.ts'
import type { AppContext } from '#app/app-context.ts'
import { checkSession } from '#app/sessions/check-session.ts'

/** The name of the security scheme in the OpenAPI document. */
export const ADMIN_TOKEN_SCHEME = 'adminToken'

/** Makes a hook that lets only requests with a valid session's token through, before their bodies are read. */
export function requireAdmin(
  app: AppContext,
  { isPolled = false }: Pick<Endpoint, 'isPolled'>,
): (request: FastifyRequest) => Promise<void> {
  return (request) => checkSession(app, readBearerToken(request), { isUse: !isPolled })
}

/** Returns the token of `Authorization: Bearer …`, or null. */
export function readBearerToken({ headers }: FastifyRequest): string | null {
  return readBearerText(headers.authorization)
}

/** Returns the token of an Authorization header, or null. */
export function readBearerText(authorization: string | undefined): string | null {
  return /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1] ?? null
}
