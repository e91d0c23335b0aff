import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#api-schema/endpoint.ts'
import type { AppContext } from '#app/app-context.ts'
import { checkSession } from '#app/sessions/check-session.ts'
import { actingAs, type Operator } from '#domain/acting-operator.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { ClientOf } from './client-of.ts'

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
  readonly #nowMs: () => number
  /** The one that ends first comes first. */
  readonly #refusals = new Map<string, { count: number; endsAtMs: number }>()
  /** Tokens that were valid: whose they are is never kept out because of others at the same address. */
  readonly #tokens = new Set<string>()

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Tells whether a request is not even looked at. Its client is null where clients can not be told apart. */
  isOver(client: string | null, token: string | null): boolean {
    if (client === null || (token !== null && this.#tokens.has(token))) return false
    const refusals = this.#refusals.get(client)
    return refusals !== undefined && refusals.endsAtMs > this.#nowMs() && refusals.count >= MAX_REFUSALS
  }

  countRefusal(client: string | null): void {
    if (client === null) return
    for (const [first, { endsAtMs }] of this.#refusals) {
      if (endsAtMs > this.#nowMs() && this.#refusals.size < MAX_CLIENTS) break
      this.#refusals.delete(first)
    }
    const refusals = this.#refusals.get(client)
    if (refusals) refusals.count += 1
    else this.#refusals.set(client, { count: 1, endsAtMs: this.#nowMs() + WINDOW_MS })
  }

  remember(token: string): void {
    this.#tokens.delete(token)
    this.#tokens.add(token)
    const [oldest] = this.#tokens
    if (this.#tokens.size > MAX_TOKENS && oldest !== undefined) this.#tokens.delete(oldest)
  }
}
