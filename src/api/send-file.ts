import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Returns the content type of one of Ferry's own files, by its name. */
export function mediaTypeOf(fileName: string): string {
  if (fileName.endsWith('.csv')) return 'text/csv; charset=utf-8'
  if (fileName.endsWith('.zip')) return 'application/zip'
  return 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
}

export const EVENT_STREAM = 'text/event-stream; charset=utf-8'

/** Streams server-sent events, which nothing on their way is to gather first. */
export function sendEvents(reply: FastifyReply, content: Readable): FastifyReply {
  reply.header('X-Accel-Buffering', 'no').type(EVENT_STREAM)
  if (reply.request.method !== 'HEAD') return reply.send(content)
  // It would be read to its end, and it has none.
  content.destroy()
  return reply.send()
}

/** Streams a file to be saved under a name, as it is written. The name is one of Ferry's own: plain ASCII. */
export function sendFile(reply: FastifyReply, fileName: string, content: Readable): FastifyReply {
  return reply
    .header('Content-Disposition', `attachment; filename="${fileName}"`)
    .type(mediaTypeOf(fileName))
    .send(content)
}
