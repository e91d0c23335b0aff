import type { FastifyInstance } from 'fastify'
import { isSameText } from '#config/seals.ts'
import { PortalError } from '#domain/portal-error.ts'
import { readBearerToken } from './require-admin.ts'

/** The metrics as a scrape reads them. */
export interface Metrics {
  contentType: string
  read(): Promise<string>
}

/** Serves the metrics to who has the token. */
export function serveMetrics(
  server: FastifyInstance,
  { token, contentType, read }: Metrics & { token: string },
): void {
  server.get('/metrics', async (request, reply) => {
    if (!isSameText(readBearerToken(request) ?? '', token)) throw new PortalError('unauthorized')
    return reply
      .header('Cache-Control', 'no-store')
      .type(contentType)
      .send(await read())
  })
}
