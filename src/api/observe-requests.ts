import { AsyncLocalStorage } from 'node:async_hooks'
import { isIPv6 } from 'node:net'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Endpoint } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { clientNetworks } from '#app/sessions/sign-in-queue.ts'
import { actingAlone } from '#domain/acting-operator.ts'
import type { PortalError } from '#domain/portal-error.ts'
import { type Observe, unobserved } from '#domain/portal-event.ts'
import { toPortalError } from './answer-error.ts'
import { clientAddress } from './client-of.ts'

/** A request that was answered. */
interface ServedRequest {
  method: string
  /** The pattern of its route, never the path that was asked for. */
  route: string
  status: number
  /** Of the error that it was answered with, or null. */
  code: string | null
  durationMs: number
}

/** Who is told of requests. It never throws, and nobody waits for it. */
export interface RequestObserver {
  observe: Observe
  served(request: ServedRequest): void
}

export const NO_OBSERVER: RequestObserver = { observe: unobserved, served() {} }

const UNMATCHED = 'unmatched'

/** Tells of every request that a server answers. To be added before the routes. */
export function observeRequests(server: FastifyInstance, { observe, served }: RequestObserver): void {
  const codes = new WeakMap<FastifyRequest, PortalError['code']>()

  server.addHook('onError', (request, _reply, error, done) => {
    codes.set(request, toPortalError(error).code)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    afterAnswer(request, () => {
      const { method, routeOptions } = request
      const code = codes.get(request) ?? null
      served({
        method,
        route: routeOptions.url ?? UNMATCHED,
        status: reply.statusCode,
        code,
        durationMs: reply.elapsedTime,
      })
      const { endpoint } = routeOptions.config
      if (code && endpoint) insideRequest(request.id, () => tellRefused(endpoint, code, observe))
    })
    done()
  })
}

/** Tells of what an operator was refused. Who has no session is no operator, and claims are told of by the numbers alone. */
function tellRefused({ method, path }: Endpoint, code: PortalError['code'], observe: Observe): void {
  if (path === endpoints.admin.login.path) {
    if (code === 'invalid_password') observe({ event: 'sign_in_failed' })
    if (code === 'too_many_logins') observe({ event: 'sign_in_throttled' })
    return
  }
  const isOperation = method === 'POST' && path !== endpoints.public.submitClaim.path
  if (isOperation && code !== 'unauthorized') observe({ event: 'operation_refused', operation: path, code })
}

/** Runs what nobody waits for once a request is answered: an error in it would end the process, and is logged. */
function afterAnswer(request: FastifyRequest, work: () => void): void {
  try {
    work()
  } catch (error) {
    request.log.error({ err: error }, 'what follows an answer failed')
  }
}

/** Logs one line for each request, when it is over, with the id that the response carries as X-Request-Id. */
export class OneLineLogController extends LogController {
  readonly #log: FastifyBaseLogger

  constructor(log: FastifyBaseLogger) {
    super({ requestIdLogLabel: 'requestId' })
    this.#log = log
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    afterAnswer(request, () => {
      const responseTimeMs = Math.round(reply.elapsedTime)
      if (error) {
        request.log.error({ req: request, res: reply, responseTimeMs, err: error }, 'request errored')
        return
      }
      const { id: requestId } = request
      const res = { statusCode: reply.statusCode }
      this.#log.info({ requestId, req: describeRequest(request), res, responseTimeMs }, 'request completed')
    })
  }
}

/**
 * Returns what the log tells of a request: no path, for it may hold a wallet's address, and no query, but the route's pattern (null
 * where there is none), and of the client's address the network alone (/24, /48 of IPv6). So no line joins a visitor with a wallet.
 */
export function describeRequest(request: FastifyRequest) {
  const { method, routeOptions } = request
  return { method, route: routeOptions?.url ?? null, from: networkOf(clientAddress(request)) }
}

function networkOf(address: string): string {
  // Most are IPv4, and telling that they are takes longer than all of the line.
  if (!address.includes(':')) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  const [, network] = clientNetworks(address)
  return isIPv6(address) ? `${network}::/48` : `${network}.0/24`
}

const scope = new AsyncLocalStorage<string>()

/** Returns the id of the request that is being handled, for what it causes; undefined outside of any. */
export const currentRequestId = (): string | undefined => scope.getStore()

/** Runs work that outlasts the request which begins it. */
export const outsideRequest = <T>(work: () => T): T => scope.exit(() => actingAlone(work))

/** Runs work as part of a request. */
const insideRequest = <T>(requestId: string, work: () => T): T => scope.run(requestId, work)

/** Has the handlers of a server run as part of their requests. To be added before the routes. */
export function scopeRequests(server: FastifyInstance): void {
  // The last hook before the handler: the stream of a body, read in between, would lose it again.
  server.addHook('preHandler', (request, _reply, done) => insideRequest(request.id, done))
}

const SECRETS = ['authorization', 'password', 'privateKey', 'signature', 'token']

/** The process's log: JSON lines. Bodies are never logged; should a secret get into a line all the same, it is cut out. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination({ fd: 1, sync: true }),
): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  return pino({ level, redact: { paths, censor: '[redacted]' } }, destination)
}

/** Returns the log for lines of fields of Ferry's own, among which no secret can be: to search each costs more than to write ten. */
export function withoutSearch(logger: FastifyBaseLogger): FastifyBaseLogger {
  return logger.child({}, { redact: [] })
}
