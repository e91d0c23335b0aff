import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { METRICS_TYPE } from './metric.ts'

interface MetricsServer {
  port: number
  close(): Promise<void>
}

/** A scrape is a few hundred bytes. */
const REQUEST_MS = 10_000

/** Serves metrics at GET /metrics, and nothing else, on a port of its own. Throws where it can not listen. */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  isAllowed: (authorization: string | undefined) => boolean,
  read: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
    (request, reply) => {
      answer(request, reply, isAllowed, read).catch(() => reply.destroy())
    },
  )
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ host, port }, resolve)
  await listening
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const { promise: closed, resolve: done } = Promise.withResolvers<void>()
      server.close(() => done())
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  { method, url = '', headers }: IncomingMessage,
  reply: ServerResponse,
  isAllowed: (authorization: string | undefined) => boolean,
  read: () => Promise<string>,
): Promise<void> {
  reply.setHeader('Cache-Control', 'no-store')
  const [path] = url.split('?', 1)
  if (path !== '/metrics') return end(reply, 404)
  if (method !== 'GET' && method !== 'HEAD') return end(reply.setHeader('Allow', 'GET, HEAD'), 405)
  if (!isAllowed(headers.authorization)) return end(reply.setHeader('WWW-Authenticate', 'Bearer'), 401)
  const text = await read()
  reply.setHeader('Content-Type', METRICS_TYPE)
  reply.writeHead(200).end(text)
}

function end(reply: ServerResponse, status: number): void {
  reply.writeHead(status).end()
}
