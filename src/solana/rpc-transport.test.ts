import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSolanaRpcFromTransport } from '@solana/kit'
import { afterEach, expect, test } from 'vitest'
import { createPatientTransport } from '#solana/rpc-transport.ts'

type Answer = (call: { method: string; id: unknown; count: number }, response: ServerResponse) => void

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** An RPC node that answers as it is told. */
async function nodeThat(answer: Answer) {
  const counts = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method, id } = JSON.parse(Buffer.concat(chunks).toString())
    const count = (counts.get(method) ?? 0) + 1
    counts.set(method, count)
    answer({ method, id, count }, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const transport = createPatientTransport({ url, timeoutMs: 300, retries: 4, firstRetryMs: 10 })
  return { rpc: createSolanaRpcFromTransport(transport), counts }
}

const succeed = (id: unknown, response: ServerResponse) =>
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: 7 }))

test.each<[string, Answer]>([
  ['429', ({ id, count }, response) => (count < 3 ? response.writeHead(429).end() : succeed(id, response))],
  [
    '429 with Retry-After',
    ({ id, count }, response) =>
      count < 2 ? response.writeHead(429, { 'retry-after': '0.1' }).end() : succeed(id, response),
  ],
  ['503', ({ id, count }, response) => (count < 3 ? response.writeHead(503).end() : succeed(id, response))],
  [
    'dropped connections',
    ({ id, count }, response) => (count < 3 ? response.destroy() : succeed(id, response)),
  ],
  ['silence', ({ id, count }, response) => void (count < 2 || succeed(id, response))],
])('a read is tried again after %s', async (_name, answer) => {
  const { rpc } = await nodeThat(answer)
  expect(await rpc.getSlot().send()).toBe(7n)
})

test('a request that is wrong is not tried again', async () => {
  const { rpc, counts } = await nodeThat((_call, response) => response.writeHead(403).end())
  await expect(rpc.getSlot().send()).rejects.toThrow()
  expect(counts.get('getSlot')).toBe(1)
})

test('a transaction is sent once, whatever the node says', async () => {
  const { rpc, counts } = await nodeThat((_call, response) => response.writeHead(503).end())
  await expect(rpc.sendTransaction('AA==' as never, { encoding: 'base64' }).send()).rejects.toThrow()
  expect(counts.get('sendTransaction')).toBe(1)
})

test('the rate adapts to what the node bears', async () => {
  const bearsEveryMs = 100
  let freeAtMs = 0
  let refused = 0
  const { rpc } = await nodeThat(({ id }, response) => {
    const now = Date.now()
    if (now < freeAtMs) {
      refused += 1
      return response.writeHead(429).end()
    }
    freeAtMs = now + bearsEveryMs
    return succeed(id, response)
  })
  for (let request = 0; request < 30; request++) {
    await rpc.getSlot().send()
  }
  // Without a pace almost every other request would be refused.
  expect(refused).toBeGreaterThan(0)
  expect(refused).toBeLessThan(15)
})
