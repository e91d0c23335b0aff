import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#api-schema/endpoint.ts'
import type { AppContext } from '#app/app-context.ts'
import { checkSession } from '#app/sessions/sessions.ts'
import { actingAs, type Operator } from '#domain/acting-operator.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { ClientOf } from './client-of.ts'
import { ClientLimit } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where there is no session. */
    operator: Operator | null
  }
}

/** Has what an operator asks for done in the operator's name. To be added before the routes. */
export function actForOperators(server: FastifyInstance): void {
  server.decorateRequest('operator', null)
  server.addHook('preValidation', (request, _reply, done) => {
    const { operator, body } = request
    if (operator && isRecord(body) && 'secondSecret' in body) {
      const { secondSecret, ...rest } = body
      request.operator = { ...operator, secondSecret }
      request.body = rest
    }
    done()
  })
  // As the scope of a request: the last hook before the handler.
  server.addHook('preHandler', ({ operator }, _reply, done) => {
    if (operator) actingAs(operator, done)
    else done()
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
        const session = await checkSession(app, token, { isUse: !isPolled })
        request.operator = { session, secondSecret: null, person: null }
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

/** Requests without a valid session that one client may make in a minute. A panel whose session has ended makes a few. */
const MAX_REFUSALS = 120
const WINDOW_MS = 60_000
const MAX_CLIENTS = 50_000
const MAX_TOKENS = 100

/** Counts refused requests by client, so that one who asks on and on costs no look-up. Kept in memory, for this server alone. */
export class RefusalLimit {
  readonly #refusals: ClientLimit
  /** Tokens that were valid: whose they are is never kept out because of others at the same address. */
  readonly #tokens = new Set<string>()

  constructor(nowMs: () => number = () => performance.now()) {
    this.#refusals = new ClientLimit({ max: MAX_REFUSALS, windowMs: WINDOW_MS }, MAX_CLIENTS, nowMs)
  }

  /** Tells whether a request is not even looked at. Its client is null where clients can not be told apart. */
  isOver(client: string | null, token: string | null): boolean {
    if (client === null || (token !== null && this.#tokens.has(token))) return false
    return this.#refusals.isUsedUp(client)
  }

  countRefusal(client: string | null): void {
    if (client !== null) this.#refusals.count(client)
  }

  remember(token: string): void {
    this.#tokens.delete(token)
    this.#tokens.add(token)
    const [oldest] = this.#tokens
    if (this.#tokens.size > MAX_TOKENS && oldest !== undefined) this.#tokens.delete(oldest)
  }
}
