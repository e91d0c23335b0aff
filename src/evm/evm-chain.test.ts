import { beforeAll, describe, expect, test } from 'vitest'
import type { EvmAddress } from '#domain/evm-address.ts'
import { CONTRACT_CODE } from '../../test/harness/contract-code.ts'
import { forAllTests } from '../../test/harness/for-tests.ts'
import { type ProxyFault, startFaultyRpcProxy } from '../../test/harness/node-proxies.ts'
import { startAnvil } from '../../test/harness/start-anvil.ts'
import { reply, startTestNode } from '../../test/harness/test-node.ts'
import { connectEvmChain, EvmChainError } from './evm-chain.ts'

const CONTRACT = '0x00000000000000000000000000000000000c0de1' as EvmAddress
const NOBODY = '0x000000000000000000000000000000000000dead' as EvmAddress
const DEADLINE_MS = 700

const anvil = forAllTests(() => startAnvil(56))
const node = forAllTests(() => startFaultyRpcProxy(anvil.url))
beforeAll(() => anvil.client.setCode({ address: CONTRACT as `0x${string}`, bytecode: CONTRACT_CODE.yes }))
test.each([302, 307, 308])('does not follow a redirect: HTTP %i', async (status) => {
  const other = await startTestNode((call, response) => reply(call, response, '"0x38"'))
  const { url } = await startTestNode((_call, response) =>
    response.writeHead(status, { location: other.url }).end(),
  )
  await expect(connectEvmChain(56, url, DEADLINE_MS).hasCode(NOBODY)).rejects.toThrow(EvmChainError)
  expect(other.calls).toEqual([])
})

test('distinguishes contracts from all other accounts', async () => {
  const chain = connectEvmChain(56, anvil.url)
  await expect(chain.hasCode(CONTRACT)).resolves.toBe(true)
  await expect(chain.hasCode(NOBODY)).resolves.toBe(false)
})

test.each<[ProxyFault, RegExp]>([
  ['down', /fetch failed/],
  ['silent', /timeout|timed out|aborted/i],
  ['busy', /timeout|timed out|aborted/i],
  ['page', /./],
  ['nonsense', /hex/],
])('a node that answers so is no answer, soon enough: %s', async (spell, reason) => {
  node.fault = spell
  const chain = connectEvmChain(56, `${node.url}/secret-key`, DEADLINE_MS)
  const startedAt = performance.now()
  const error = await chain.hasCode(CONTRACT).catch((thrown) => thrown)
  node.fault = 'well'

  expect(error).toBeInstanceOf(EvmChainError)
  expect(error).toMatchObject({ chainId: 56, trouble: 'unreachable', message: expect.stringMatching(reason) })
  expect(error.message).not.toContain('secret-key')
  expect(error.cause).toBeUndefined()
  expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS + 300)
})

test.each<[ProxyFault]>([['down'], ['silent'], ['page']])(
  'a node that answers so decides nothing about a contract: %s',
  async (spell) => {
    node.fault = spell
    const chain = connectEvmChain(56, node.url, DEADLINE_MS)
    const error = await chain.ask(CONTRACT, '0x1626ba7e', null).catch((thrown) => thrown)
    node.fault = 'well'
    expect(error).toMatchObject({ name: 'EvmChainError', trouble: 'unreachable' })
  },
)

test('a node that fails once is asked again', async () => {
  node.fault = 'down'
  setTimeout(() => {
    node.fault = 'well'
  }, 50)
  await expect(connectEvmChain(56, node.url).hasCode(CONTRACT)).resolves.toBe(true)
})

test("another chain's node is detected", async () => {
  const chain = connectEvmChain(271, anvil.url)
  await expect(chain.hasCode(CONTRACT)).rejects.toMatchObject({
    trouble: 'wrong_chain',
    message: 'The node is on chain 56',
  })
})

describe('a node is asked once a minute', () => {
  test('which chain it is on, and whether an account without code has some by now', async () => {
    let nowMs = 0
    const chain = connectEvmChain(56, node.url, DEADLINE_MS * 10, () => nowMs)
    node.asked.length = 0
    const other = `0x${'77'.repeat(20)}` as EvmAddress
    await anvil.client.setCode({ address: other as `0x${string}`, bytecode: '0x' })
    for (let n = 0; n < 3; n++) expect(await chain.hasCode(other)).toBe(false)
    expect(node.asked.toSorted()).toEqual(['eth_chainId', 'eth_getCode'])

    await anvil.client.setCode({ address: other as `0x${string}`, bytecode: CONTRACT_CODE.yes })
    expect(await chain.hasCode(other)).toBe(false)
    nowMs = 60_000
    expect(await chain.hasCode(other)).toBe(true)
    expect(node.asked).toHaveLength(4)
  })

  test('but each time about an account that has code: it may be gone', async () => {
    const chain = connectEvmChain(56, node.url)
    node.asked.length = 0
    for (let n = 0; n < 3; n++) expect(await chain.hasCode(CONTRACT)).toBe(true)
    expect(node.asked.filter((method) => method === 'eth_getCode')).toHaveLength(3)
  })

  test('and again at once after it was on another chain', async () => {
    const chain = connectEvmChain(271, node.url)
    node.asked.length = 0
    for (let n = 0; n < 2; n++) {
      await expect(chain.hasCode(NOBODY)).rejects.toMatchObject({ trouble: 'wrong_chain' })
    }
    expect(node.asked.filter((method) => method === 'eth_chainId')).toHaveLength(2)
  })
})
