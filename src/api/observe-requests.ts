import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalError } from '#domain/portal-error.ts'
import { type Observe, unobserved } from '#domain/portal-event.ts'
import { insideRequest } from './request-scope.ts'
import { toPortalError } from './to-portal-error.ts'

/** A request that was answered. */
export interface ServedRequest {
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
