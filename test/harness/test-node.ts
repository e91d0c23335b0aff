import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type MockInstance, onTestFinished, vi } from 'vitest'
import { systemClock } from '#payout/clock.ts'
import { openReader } from '#payout/nodes/failover-rpc.ts'
import type { Payouts } from '#payout/payouts.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'

/** A JSON-RPC node whose answers the test defines. */

export interface Call {
  id: string
  method: string
  params: unknown[]
  headers: IncomingHttpHeaders
  /** The number of requests for this method so far, including this one. */
  count: number
  atMs: number
}

export type Answer = (call: Call, response: ServerResponse) => void

export interface TestNode {
  url: string
  calls: Call[]
}

/** Starts a node for one test. */
export async function startTestNode(answer: Answer): Promise<TestNode> {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(await text(request))
    const count = calls.filter((call) => call.method === method).length + 1
    const call = { id, method, params, headers: request.headers, count, atMs: performance.now() }
    calls.push(call)
    answer(call, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls }
}

/** Answers with a result, given as a value or as JSON text. */
export function reply({ id }: Call, response: ServerResponse, result: unknown): void {
  const resultText = typeof result === 'string' ? result : JSON.stringify(result)
  response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultText}}`)
}

/** Answers with a JSON-RPC error. */
export function replyError({ id }: Call, response: ServerResponse, code: number, message: string): void {
  response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
}

/** Calls `before` before each call of the node, with its number and method. */
export function watchedRpc(
  rpc: SolanaRpc,
  before: (call: number, method: string) => Promise<void>,
): Partial<SolanaRpc> {
  let calls = 0
  return Object.fromEntries(
    Object.entries(rpc).map(([method, value]) => [
      method,
      typeof value === 'function'
        ? async (...given: unknown[]) => {
            calls += 1
            await before(calls, method)
            return (value as (...given: unknown[]) => unknown)(...given)
          }
        : value,
    ]),
  )
}

/** Has an operator's requests answered by this node, in place of the sender's nodes. */
export function answerAs(payouts: Payouts, node: SolanaRpc): MockInstance<Payouts['readerOf']> {
  const parts = { connect: () => node, second: null, clock: systemClock }
  return vi.spyOn(payouts, 'readerOf').mockImplementation((sender) => openReader(sender, parts))
}
