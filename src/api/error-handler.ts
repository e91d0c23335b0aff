import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorResponse } from '#api-schema/error.ts'
import { errorCodesOf } from '#api-schema/error-codes.ts'
import { PortalError } from '#domain/portal-error.ts'
import { drainRequest } from './drain-request.ts'
import { statusOf } from './error-status.ts'
import { toPortalError } from './to-portal-error.ts'

/** As many problems as a person will read. */
const MAX_DETAILS = 100

/** Logged where an endpoint answers a code that its declaration does not name. */
export const UNDECLARED_CODE = 'the endpoint does not name this code'

/** Long enough for a start or a stop to be over. */
const RETRY_AFTER_SECONDS = 5

/**
 * Answers whatever was thrown in the one shape that errors have. What a client did wrong is logged by its code alone: its
 * message may quote the request.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toPortalError(error)
  const status = statusOf(refusal.code)
  if (refusal.code === 'internal') request.log.error({ err: error }, 'request failed')
  else if (refusal.code === 'store_unavailable')
    request.log.warn({ err: error }, 'the database is not available')
  else request.log.info({ code: refusal.code }, 'request refused')
  noteUndeclared(refusal, request)

  if (refusal.code === 'unauthorized') reply.header('WWW-Authenticate', 'Bearer')
  if (status === 503) reply.header('Retry-After', RETRY_AFTER_SECONDS)
  if (isCode(refusal, 'too_many_logins')) {
    reply.header('Retry-After', refusal.context?.retryAfterSeconds ?? RETRY_AFTER_SECONDS)
  }
  const body: ErrorResponse = { error: refusal.message, code: refusal.code, requestId: request.id }
  if (refusal.context) body.context = namesIn(refusal.context)
  if (refusal.details) body.details = refusal.details.slice(0, MAX_DETAILS)
  drainRequest(request, reply)
  reply.code(status).send(body)
}

/** The document of the API lists what each endpoint may answer: a code that it lacks is a fault of ours. */
function noteUndeclared({ code }: PortalError, { routeOptions, log }: FastifyRequest): void {
  const { endpoint } = routeOptions.config
  if (endpoint && !errorCodesOf(endpoint).includes(code)) log.error({ code }, UNDECLARED_CODE)
}

/** All of it stands in the sentence already. */
function namesIn(context: object): Record<string, string> {
  return Object.fromEntries(Object.entries(context).map(([name, value]) => [name, String(value)]))
}

function isCode<C extends PortalError['code']>(error: PortalError, code: C): error is PortalError<C> {
  return error instanceof PortalError && error.code === code
}
