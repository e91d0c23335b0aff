import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvmAddress } from '#domain/evm-address.ts'
import { connectEvmChain, type EvmChain } from './evm-chain.ts'
import { EvmChainError } from './evm-chain-error.ts'

const ADDRESS = `0x${'a1'.repeat(20)}` as EvmAddress

/** What the node answers each method with; by default it is on chain 1 and has code. */
let answers: Record<string, unknown>
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { id, method } = JSON.parse(Buffer.concat(chunks).toString())
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? null }))
})
let chain: EvmChain
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

const HOSTILE: unknown[] = [
  {},
  { data: '0x' },
  [],
  ['0x1'],
  7,
  1e300,
  true,
  'text',
  '0xzz',
  '',
  { length: 9 },
]

test.each(['eth_chainId', 'eth_getCode', 'eth_call'])(
  '%s answered with something else is the chain that can not be asked, in words',
  async (method) => {
    for (const hostile of HOSTILE) {
      answers = { eth_chainId: '0x1', eth_getCode: '0x60', eth_call: '0x', [method]: hostile }
      chain = connectEvmChain(1, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      const ask = async () => {
        await chain.hasCode(ADDRESS)
        return await chain.ask(ADDRESS, '0x12345678', null)
      }
      const outcome = await ask().catch((error: unknown) => error)
      expect(outcome, JSON.stringify(hostile)).toBeInstanceOf(EvmChainError)
    }
  },
  30_000,
)
