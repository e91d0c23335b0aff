import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerJsonRpc, type RpcCall } from './json-rpc.ts'

/** As much as a node takes in one request. */
const MAX_BODY_BYTES = 50 * 1024

export interface RpcServer {
  url: string
  close(): Promise<void>
}

/** Serves JSON-RPC by POST on any path, and a node's `GET /health`. Port 0 takes a free one. */
export async function startRpcServer(
  call: RpcCall,
  { host, port }: { host: string; port: number },
): Promise<RpcServer> {
  const server = createServer((request, response) => {
    handle(request, response, call).catch(() => response.destroy())
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: boundPort } = server.address() as AddressInfo
  return {
    url: `http://${host}:${boundPort}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function handle(request: IncomingMessage, response: ServerResponse, call: RpcCall): Promise<void> {
  if (request.method === 'GET' && request.url === '/health') return reply(response, 200, 'ok', 'text/plain')
  if (request.method !== 'POST') return reply(response, 405, 'Use POST', 'text/plain')
  const body = await readBody(request)
  if (body === null) return reply(response, 413, 'Request too large', 'text/plain')
  const answer = await answerJsonRpc(body, call)
  if (answer === null) return reply(response, 204, '', 'text/plain')
  reply(response, 200, answer, 'application/json')
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return bytes > MAX_BODY_BYTES ? null : Buffer.concat(chunks).toString('utf8')
}

function reply(response: ServerResponse, status: number, body: string, contentType: string): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}
