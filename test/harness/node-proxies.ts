import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'

/** Has a server listen on a free port. Closing it cuts its connections. */
async function listen(server: Server): Promise<{ url: string; close(): Promise<void> }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

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
  const listening = await listen(server)

  const node: FaultyRpcProxy = {
    url: listening.url,
    fault: 'well',
    behind,
    asked: [],
    close: listening.close,
  }
  return node
}

async function readCall(request: IncomingMessage): Promise<{ id: number; method: string }> {
  return JSON.parse(await text(request))
}

export interface RpcCall {
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: the parameters of any method
  params: any[]
}

export interface EvmProxy {
  url: string
  /** The calls so far, by method. */
  calls: Map<string, number>
  stop(): Promise<void>
}

/** Answers a call in place of the node with what `result` makes of the node's own result; where it throws, with an error. */
export type Intercept = (call: RpcCall) => { result(of: unknown): unknown } | undefined

/** What an interception throws where the node is to lack the method; anything else is one that may answer later. */
export const NO_SUCH_METHOD = 'no such method'

/** Starts a node that asks another one, and answers some calls otherwise. */
export async function startEvmProxy(target: string, intercept: Intercept): Promise<EvmProxy> {
  const calls = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, ...call } = JSON.parse(Buffer.concat(chunks).toString())
    calls.set(call.method, (calls.get(call.method) ?? 0) + 1)
    const altered = intercept(call)
    const answer = async () => {
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(target, { method: 'POST', headers, body: JSON.stringify({ id, ...call }) })
      const body = (await reply.json()) as { result?: unknown }
      // Also where the node has refused it: it may lack the method.
      return altered ? { jsonrpc: '2.0', id, result: altered.result(body.result) } : body
    }
    const refuse = ({ message }: Error) => {
      const code = message === NO_SUCH_METHOD ? -32601 : -32005
      return { jsonrpc: '2.0', id, error: { code, message } }
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(await answer().catch(refuse)))
  })
  const listening = await listen(server)
  return {
    url: listening.url,
    calls,
    stop: listening.close,
  }
}

interface Call {
  id: number
  method: string
}

/** Changes an answer in place. The count begins at 1 for each method. */
export type Alteration = (method: string, count: number, result: unknown) => unknown

/** A proxy of a JSON-RPC node that alters answers. */
export interface AlteringNode {
  url: string
  /** Sets another alteration, and counts from 1 again. */
  alter(alteration: Alteration): void
  close(): Promise<void>
}

export const unchanged: Alteration = (_method, _count, result) => result

/** Nothing becomes final. */
export const unfinalized: Alteration = (method, _count, result) => {
  if (method !== 'getSignatureStatuses') return result
  const { value, ...rest } = result as { value: (object | null)[] }
  return { ...rest, value: value.map((status) => status && { ...status, confirmationStatus: 'confirmed' }) }
}

export async function startAlteringNode(behind: string): Promise<AlteringNode> {
  let alteration = unchanged
  let counts = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const call = (await json(request)) as Call
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(behind, { method: 'POST', headers, body: JSON.stringify(call) }).catch(
      () => null,
    )
    if (!answer) return void request.socket.destroy()
    const body = (await answer.json()) as { result: unknown }
    const count = (counts.get(call.method) ?? 0) + 1
    counts.set(call.method, count)
    body.result = alteration(call.method, count, body.result)
    response.writeHead(answer.status, headers).end(JSON.stringify(body))
  })
  const listening = await listen(server)
  return {
    url: listening.url,
    alter(next) {
      alteration = next
      counts = new Map()
    },
    close: listening.close,
  }
}

/** The offset of a mint's decimals in its account (SPL Token, Mint). */
const DECIMALS_OFFSET = 44

/**
 * Returns the accounts of an answer to getMultipleAccounts, the first of which is a mint, with other
 * decimals.
 */
export function withDecimals(result: unknown, decimals: number): unknown {
  const { value } = result as { value: { data: [string, string] }[] }
  const [mint] = value
  if (!mint) return result
  const data = Buffer.from(mint.data[0], 'base64')
  data.writeUInt8(decimals, DECIMALS_OFFSET)
  mint.data[0] = data.toString('base64')
  return result
}
