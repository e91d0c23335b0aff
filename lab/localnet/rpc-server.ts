import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerJsonRpc, type HttpReply, type RpcCall, TransportFault } from './json-rpc.ts'

/** The largest request that a node accepts. */
const MAX_BODY_BYTES = 50 * 1024

export interface RpcServer {
  url: string
  close(): Promise<void>
}

/** Answers a request that is not JSON-RPC; null for a request that it does not handle. */
export type OutOfBand = (request: { method: string; path: string; body: string }) => HttpReply | null

/** Serves JSON-RPC by POST on any path, a node's `GET /health`, and out-of-band requests. Port 0 takes a free one. */
export async function startRpcServer(
  call: RpcCall,
  { host, port, outOfBand = () => null }: { host: string; port: number; outOfBand?: OutOfBand },
): Promise<RpcServer> {
  async function answer(request: IncomingMessage, signal: AbortSignal): Promise<HttpReply> {
    const { method = '', url: path = '' } = request
    const body = await readBody(request)
    if (body === null) return text(413, 'Request too large')
    const aside = outOfBand({ method, path, body })
    if (aside) return aside
    if (method === 'GET' && path === '/health') return text(200, 'ok')
    if (method !== 'POST') return text(405, 'Use POST')
    const json = await answerJsonRpc(body, call, signal)
    return json === null ? text(204, '') : { status: 200, contentType: 'application/json', body: json }
  }

  const server = createServer((request, response) => {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    answer(request, gone.signal).then(
      (reply) => send(response, reply),
      (error: unknown) => {
        if (error instanceof TransportFault && error.reply) send(response, error.reply)
        else response.destroy()
      },
    )
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

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return bytes > MAX_BODY_BYTES ? null : Buffer.concat(chunks).toString('utf8')
}

function text(status: number, body: string): HttpReply {
  return { status, contentType: 'text/plain', body }
}

function send(response: ServerResponse, { status, contentType, body, headers }: HttpReply): void {
  const contentLength = Buffer.byteLength(body)
  response.writeHead(status, { ...headers, 'content-type': contentType, 'content-length': contentLength })
  response.end(body)
}
