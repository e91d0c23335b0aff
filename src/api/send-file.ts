import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Returns the content type of one of Ferry's own files, by its name. */
export function mediaTypeOf(fileName: string): string {
  if (fileName.endsWith('.csv')) return 'text/csv; charset=utf-8'
  if (fileName.endsWith('.zip')) return 'application/zip'
  return 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
}

/** Streams a file to be saved under a name, as it is written. The name is one of Ferry's own: plain ASCII. */
export function sendFile(reply: FastifyReply, fileName: string, content: Readable): FastifyReply {
  return reply
    .header('Content-Disposition', `attachment; filename="${fileName}"`)
    .type(mediaTypeOf(fileName))
    .send(content)
}
