import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { PortalError } from '#domain/portal-error.ts'
import { writeRawError } from './write-raw-error.ts'

/** Answers bytes that are no HTTP request, for which there is neither request nor reply, in the shape of all errors. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  writeRawError(socket, new PortalError('invalid_request'), randomUUID())
  socket.end()
}
