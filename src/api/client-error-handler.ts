import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorResponse } from '#api-schema/error.ts'
import { PortalError } from '#domain/portal-error.ts'
import { writeRawError } from './write-raw-error.ts'

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
