import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PortalError } from '#domain/portal-error.ts'
import { writeRawError } from './answer-error.ts'

/** How long the bodies of requests may take. */
export interface BodyTimeLimits {
  /** In all: a body that is no upload has at most 64 KiB. */
  bodyMs: number
  /** An upload may take as long as it likes, while at least `periodBytes` of it arrive in each period. */
  periodMs: number
  periodBytes: number
}

/** 273 bytes a second: less than the slowest mobile network carries. An upload that stalls is given up after one to two periods. */
export const BODY_TIME_LIMITS: BodyTimeLimits = { bodyMs: 30_000, periodMs: 45_000, periodBytes: 12 * 1024 }

/**
 * Ends connections whose request's body comes too slowly, with 408 where nothing was answered yet, whether or not anybody reads that
 * body. The framework turns Node's own limit on whole requests off, and that one would end honest uploads over slow lines.
 */
export function limitBodyTime(server: FastifyInstance, limits: BodyTimeLimits = BODY_TIME_LIMITS): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      const timer = isUpload(request) ? watchPace(request, reply, limits) : watchTotal(request, reply, limits)
      const stop = () => clearTimeout(timer)
      request.raw.once('end', stop).once('close', stop)
    }
    done()
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** Only the operator uploads: the token is asked for before a byte of the file is read. */
function isUpload({ routeOptions }: FastifyRequest): boolean {
  const body = routeOptions.config.endpoint?.body
  return body !== undefined && 'fileField' in body
}

function watchTotal(request: FastifyRequest, reply: FastifyReply, { bodyMs }: BodyTimeLimits) {
  return setTimeout(() => cut(request, reply), bodyMs).unref()
}

function watchPace(request: FastifyRequest, reply: FastifyReply, { periodMs, periodBytes }: BodyTimeLimits) {
  const { raw } = request
  let before = raw.socket.bytesRead
  return setInterval(() => {
    const now = raw.socket.bytesRead
    // Bytes that nobody has taken yet hold the connection back: that is the server's doing.
    if (now - before < periodBytes && raw.readableLength === 0) cut(request, reply)
    before = now
  }, periodMs).unref()
}

function cut({ raw, id }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || raw.destroyed) return
  const error = new PortalError('request_too_slow')
  if (!reply.raw.headersSent) writeRawError(raw.socket, error, id)
  raw.destroy(error)
}
