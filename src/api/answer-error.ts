import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorResponse, errorCodesOf } from '#api-schema/error.ts'
import { ListQuestionError } from '#app/allocations/upload-allocations.ts'
import type { ErrorKind } from '#domain/error-kind.ts'
import { type ErrorCode, kindOfError, PortalError, type Problem } from '#domain/portal-error.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'

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
  if (isCode(portalError, 'changed_meanwhile') || isCode(portalError, 'second_secret_required'))
    Object.assign(body, { context: portalError.context })
  else if (portalError.context) body.context = namesIn(portalError.context)
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

/** Returns the context as strings, without what it lacks. It is safe to expose: every value already appears in the message. */
function namesIn(context: object): Record<string, string> {
  const named = Object.entries(context).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]))
}

function isCode<C extends PortalError['code']>(error: PortalError, code: C): error is PortalError<C> {
  return error instanceof PortalError && error.code === code
}

type FrameworkFault =
  | 'invalid_request'
  | 'malformed_json'
  | 'not_found'
  | 'payload_too_large'
  | 'unsupported_media_type'

/** Maps the framework's own errors to the catalogue: by their codes first, then by their statuses. */
const FAULT_BY_CODE: Record<string, FrameworkFault> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
}

const FAULT_BY_STATUS: Record<number, FrameworkFault> = {
  404: 'not_found',
  406: 'unsupported_media_type',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
}

const INPUT_NAMES: Record<string, string> = { querystring: 'query', headers: 'headers', params: 'path' }

interface FrameworkError {
  code?: unknown
  statusCode?: unknown
  validation?: readonly { instancePath: string; message?: string }[]
  validationContext?: string
}

/**
 * Maps any thrown error to the catalogue. Only the client's own errors are explained to it; a fault of the server is
 * `internal`, whatever its message says.
 */
export function toPortalError(error: unknown): PortalError {
  if (error instanceof PortalError) return error
  if (error instanceof StoreUnavailableError) return new PortalError('store_unavailable')
  const { code, statusCode, validation, validationContext } = (error ?? {}) as FrameworkError
  if (validation) {
    return new PortalError('invalid_request', undefined, toProblems(validation, validationContext))
  }
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) {
    return new PortalError('internal')
  }
  return new PortalError(FAULT_BY_CODE[String(code)] ?? FAULT_BY_STATUS[statusCode] ?? 'invalid_request')
}

function toProblems(
  validation: NonNullable<FrameworkError['validation']>,
  context: string | undefined,
): Problem[] {
  const whole = INPUT_NAMES[context ?? ''] ?? 'body'
  return validation.map(({ instancePath, message }) => ({
    where: instancePath.split('/').filter(Boolean).join('.') || whole,
    problem: message ?? 'Invalid input',
  }))
}

const STATUS_BY_KIND: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  too_often: 429,
  too_slow: 408,
  fault: 500,
  unavailable: 503,
}

/** Returns the HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return STATUS_BY_KIND[kindOfError(code)]
}

const MAX_DRAINED_BYTES = 64 * 1024 ** 2
const MAX_DRAINING_MS = 30_000

/**
 * Reads and drops, within bounds, what a client still sends of a request that is refused already. Closing the connection
 * on it, as the framework would, resets it: most clients then report that, and never see the answer.
 */
export function drainRequest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete !== false) return
  reply.removeHeader('connection')
  let drainedBytes = 0
  raw.on('data', (chunk: Buffer) => {
    drainedBytes += chunk.length
    if (drainedBytes > MAX_DRAINED_BYTES) raw.destroy()
  })
  const timer = setTimeout(() => raw.destroy(), MAX_DRAINING_MS)
  raw.once('close', () => clearTimeout(timer))
}

/** Writes an error in the shape of all errors to a connection that no reply can be sent on any more. It does not close it. */
export function writeRawError(socket: Socket, { message, code }: PortalError, requestId: string): void {
  const body: ErrorResponse = { error: message, code, requestId }
  const text = JSON.stringify(body)
  const status = statusOf(code)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
}

/** Answers a request that expects of the server what it does not know, which would be answered without a body. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID()
  const { message, code } = new PortalError('invalid_request')
  const body: ErrorResponse = { error: message, code, requestId }
  response.writeHead(400, {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': requestId,
    Connection: 'close',
  })
  response.end(JSON.stringify(body))
}

/** Answers bytes that are no HTTP request, for which there is neither request nor reply, in the shape of all errors. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  writeRawError(socket, new PortalError('invalid_request'), randomUUID())
  socket.end()
}
