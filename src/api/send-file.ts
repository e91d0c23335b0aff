import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Answers with a file to be saved under a name, as it is written. The name is one of ours: plain ASCII. */
export function sendFile(
  reply: FastifyReply,
  fileName: `${string}.csv` | `${string}.xlsx`,
  content: Readable,
) {
  const type = fileName.endsWith('.csv') ? 'csv' : 'xlsx'
  return reply
    .header('Content-Disposition', `attachment; filename="${fileName}"`)
    .type(MEDIA_TYPES[type])
    .send(content)
}
