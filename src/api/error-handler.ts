import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorResponse } from '#api-schema/error.ts'
import { errorCodesOf } from '#api-schema/error-codes.ts'
import { ListQuestionError } from '#app/allocations/list-question-error.ts'
import { PortalError } from '#domain/portal-error.ts'
import { drainRequest } from './drain-request.ts'
import { statusOf } from './error-status.ts'
import { toPortalError } from './to-portal-error.ts'

/** A person reads no more problems than this. */
const MAX_DETAILS = 100

/** Logged where an endpoint answers a code that its declaration does not name. */
export const UNDECLARED_CODE = 'the endpoint does not name this code'

/** By then a start or a stop is over. */
const RETRY_AFTER_SECONDS = 5

/** By then a few passwords are checked, and a thousand claims. */
const A_TURN = 2

const SOON_OVER: readonly string[] = ['sign_in_busy', 'too_busy'] satisfies PortalError['code'][]

/** By then another window of a limit has begun. */
const A_MINUTE = 60

/**
 * Answers any thrown error in the one shape that errors have. A client's error is logged by its code alone: its message
 * may quote the request.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const portalError = toPortalError(error)
  const status = statusOf(portalError.code)
  if (portalError.code === 'internal') request.log.error({ err: error }, 'request failed')
  else if (portalError.code === 'store_unavailable')
    request.log.warn({ err: error }, 'the database is not available')
  else request.log.info({ code: portalError.code }, 'request refused')
  noteUndeclared(portalError, request)

  if (portalError.code === 'unauthorized') reply.header('WWW-Authenticate', 'Bearer')
  if (status === 503)
    reply.header('Retry-After', SOON_OVER.includes(portalError.code) ? A_TURN : RETRY_AFTER_SECONDS)
  if (status === 429 && !reply.hasHeader('Retry-After')) reply.header('Retry-After', A_MINUTE)
  if (isCode(portalError, 'too_many_logins')) {
    reply.header('Retry-After', portalError.context?.retryAfterSeconds ?? RETRY_AFTER_SECONDS)
  }
  const body: ErrorResponse = { error: portalError.message, code: portalError.code, requestId: request.id }
  if (portalError.context) body.context = namesIn(portalError.context)
  if (isCode(portalError, 'needs_confirmation')) body.confirm = portalError.context?.confirm ?? null
  if (portalError instanceof ListQuestionError) Object.assign(body, portalError.asked)
  if (portalError.details) body.details = portalError.details.slice(0, MAX_DETAILS)
  drainRequest(request, reply)
  reply.code(status).send(body)
}

/** The document of the API lists what each endpoint may answer: a code that it lacks is a fault of ours. */
function noteUndeclared({ code }: PortalError, { routeOptions, log }: FastifyRequest): void {
  const { endpoint } = routeOptions.config
  if (endpoint && !errorCodesOf(endpoint).includes(code)) log.error({ code }, UNDECLARED_CODE)
}

/** Returns the context as strings. It is safe to expose: every value already appears in the message. */
function namesIn(context: object): Record<string, string> {
  return Object.fromEntries(Object.entries(context).map(([name, value]) => [name, String(value)]))
}

function isCode<C extends PortalError['code']>(error: PortalError, code: C): error is PortalError<C> {
  return error instanceof PortalError && error.code === code
}
