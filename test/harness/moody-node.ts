import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'

/** How the node behaves: as the one behind it, as if that one were of mainnet, taking transactions alone, cutting every connection, never answering, or as a web server that is no node. */
export type Mood = 'well' | 'mainnet' | 'deaf' | 'down' | 'silent' | 'page' | 'busy' | 'nonsense'

/** Stands before a JSON-RPC node, and fails as nodes fail. */
export interface MoodyNode {
  url: string
  mood: Mood
  /** The methods that were asked for so far. */
  asked: string[]
  close(): Promise<void>
}

export async function startMoodyNode(behind: string): Promise<MoodyNode> {
  const server = createServer(async (request, response) => {
    const body = await readCall(request)
    node.asked.push(body.method)
    if (node.mood === 'down' || (node.mood === 'deaf' && body.method !== 'sendTransaction'))
      request.socket.destroy()
    else if (node.mood === 'page') response.end('<html>Welcome</html>')
    else if (node.mood === 'busy') response.writeHead(429, { 'Retry-After': '3600' }).end()
    else if (node.mood === 'nonsense')
      response.end(JSON.stringify({ jsonrpc: '2.0', id: body.id, result: {} }))
    else if (node.mood === 'mainnet' && body.method === 'getGenesisHash')
      response.end(JSON.stringify({ jsonrpc: '2.0', id: body.id, result: MAINNET_GENESIS_HASH }))
    else if (node.mood !== 'silent') {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(behind, { method: 'POST', headers, body: JSON.stringify(body) })
      response.writeHead(answer.status, headers).end(await answer.text())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const node: MoodyNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: 'well',
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
