import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'

/**
 * The fault of the proxy: none, a node of mainnet, one that answers only to transactions, one that cuts every
 * connection, one that never answers, or a web server that is no node.
 */
export type ProxyFault = 'well' | 'mainnet' | 'deaf' | 'down' | 'silent' | 'page' | 'busy' | 'nonsense'

/** A proxy of a JSON-RPC node, with the faults that nodes have. */
export interface FaultyRpcProxy {
  url: string
  fault: ProxyFault
  /** The node behind it. */
  behind: string
  /** The methods that were called so far. */
  asked: string[]
  close(): Promise<void>
}

export async function startFaultyRpcProxy(behind: string): Promise<FaultyRpcProxy> {
  const server = createServer(async (request, response) => {
    const body = await readCall(request)
    node.asked.push(body.method)
    if (node.fault === 'down' || (node.fault === 'deaf' && body.method !== 'sendTransaction'))
      request.socket.destroy()
    else if (node.fault === 'page') response.end('<html>Welcome</html>')
    else if (node.fault === 'busy') response.writeHead(429, { 'Retry-After': '3600' }).end()
    else if (node.fault === 'nonsense')
      response.end(JSON.stringify({ jsonrpc: '2.0', id: body.id, result: {} }))
    else if (node.fault === 'mainnet' && body.method === 'getGenesisHash')
      response.end(JSON.stringify({ jsonrpc: '2.0', id: body.id, result: MAINNET_GENESIS_HASH }))
    else if (node.fault !== 'silent') {
      const headers = { 'content-type': 'application/json' }
      const call = { method: 'POST', headers, body: JSON.stringify(body) }
      const answer = await fetch(node.behind, call).catch(() => null)
      if (answer) response.writeHead(answer.status, headers).end(await answer.text())
      else request.socket.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const node: FaultyRpcProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: 'well',
    behind,
    asked: [],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return node
}

async function readCall(request: IncomingMessage): Promise<{ id: number; method: string }> {
  return JSON.parse(await text(request))
}
