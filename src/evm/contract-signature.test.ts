import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Hex, serializeErc6492Signature } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EvmAddress } from '#domain/evm-address.ts'
import { CONTRACT_CODE, lookUpAt } from '../../test/harness/contract-code.ts'
import { forAllTests } from '../../test/harness/for-tests.ts'
import { startFaultyRpcProxy } from '../../test/harness/node-proxies.ts'
import { startAnvil } from '../../test/harness/start-anvil.ts'
import { contractAccepts } from './account-check.ts'
import { connectEvmChain, type EvmChain, EvmChainError } from './evm-chain.ts'

let chain: EvmChain

describe('contract signature', () => {
  const CONTRACT = '0x00000000000000000000000000000000000c0de2'
  const NOBODY = '0x000000000000000000000000000000000000dead'
  const SIGNATURE = `0x${'11'.repeat(70)}` as const

  const anvil = forAllTests(() => startAnvil(56))
  const node = forAllTests(() => startFaultyRpcProxy(anvil.url))
  beforeAll(async () => {
    chain = connectEvmChain(56, anvil.url)
  })

  const setCode = (bytecode: Hex) => anvil.client.setCode({ address: CONTRACT, bytecode })

  const accepts = (signature: Hex, address = CONTRACT) =>
    contractAccepts(chain, address as EvmAddress, 'message', signature)

  describe('a contract', () => {
    test.each([
      ['yes', true],
      ['no', false],
      ['echo', false],
      ['dirtyYes', false],
      ['shortYes', false],
      ['yesToNobody', false],
      ['yesToTheRich', false],
      ['empty', false],
      ['reverts', false],
      ['invalidOpcode', false],
      ['endless', false],
    ] as const)('%s: %s', async (name, isAccepted) => {
      await setCode(CONTRACT_CODE[name])
      expect(await accepts(SIGNATURE)).toBe(isAccepted)
      const wrapped = serializeErc6492Signature({ address: NOBODY, data: '0x', signature: SIGNATURE })
      expect(await accepts(wrapped)).toBe(isAccepted)
    })

    test('that answers with a megabyte is not accepted', async () => {
      await setCode(CONTRACT_CODE.megabyte)
      const result = await accepts(SIGNATURE).catch((error: Error) => error.name)
      expect([false, 'EvmChainError']).toContain(result)
    })

    test('can not have the server fetch a URL', async () => {
      await setCode(lookUpAt(CONTRACT, node.url))
      expect(await accepts(SIGNATURE)).toBe(false)
      expect(node.asked).toEqual([])
    })

    test.each([0, 1, 64, 65, 10_000])('gets signatures of %d bytes', async (length) => {
      await setCode(CONTRACT_CODE.yes)
      expect(await accepts(`0x${'ff'.repeat(length)}`)).toBe(true)
    })
  })

  test('where there is no contract, nothing is accepted, whatever is run before', async () => {
    await setCode(CONTRACT_CODE.yes)
    expect(await accepts(SIGNATURE, NOBODY)).toBe(false)
    const wrapped = serializeErc6492Signature({ address: CONTRACT, data: '0x', signature: SIGNATURE })
    expect(await accepts(wrapped, NOBODY)).toBe(false)
  })
})

describe('hostile answers', () => {
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
})
