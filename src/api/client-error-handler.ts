import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ErrorResponse } from '#api-schema/error.ts'
import { PortalError } from '#domain/portal-error.ts'

/** Answers bytes that are no HTTP request, for which there is neither request nor reply, in the shape of all errors. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const requestId = randomUUID()
  const portalError = new PortalError('invalid_request')
  const body: ErrorResponse = { error: portalError.message, code: portalError.code, requestId }
  const text = JSON.stringify(body)
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
