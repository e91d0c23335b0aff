import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
