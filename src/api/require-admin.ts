import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#api-schema/endpoint.ts'
import type { AppContext } from '#app/app-context.ts'
import { checkSession } from '#app/sessions/check-session.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { ClientOf } from './client-of.ts'
import { RefusalLimit } from './refusal-limit.ts'

/** The name of the security scheme in the OpenAPI document. */
export const ADMIN_TOKEN_SCHEME = 'adminToken'

/** Makes a hook that lets only requests with a valid session's token through, before their bodies are read. */
export function requireAdmin(
  app: AppContext,
  clientOf: ClientOf,
): (endpoint: Pick<Endpoint, 'isPolled'>) => (request: FastifyRequest) => Promise<void> {
  const limit = new RefusalLimit()
  return ({ isPolled = false }) =>
    async (request) => {
      const [client, token] = [clientOf(request), readBearerToken(request)]
      if (limit.isOver(client, token)) throw new PortalError('too_many_requests')
      try {
        await checkSession(app, token, { isUse: !isPolled })
      } catch (error) {
        if (error instanceof PortalError && error.code === 'unauthorized') limit.countRefusal(client)
        throw error
      }
      if (token !== null) limit.remember(token)
    }
}

/** Returns the token of `Authorization: Bearer …`, or null. */
export function readBearerToken({ headers }: FastifyRequest): string | null {
  return readBearerText(headers.authorization)
}

/** Returns the token of an Authorization header, or null. */
export function readBearerText(authorization: string | undefined): string | null {
  return /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1] ?? null
}
