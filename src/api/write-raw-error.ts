import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorResponse } from '#api-schema/error.ts'
import type { PortalError } from '#domain/portal-error.ts'
import { statusOf } from './error-status.ts'

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
