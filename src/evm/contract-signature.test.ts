import { type Hex, serializeErc6492Signature } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EvmAddress } from '#domain/evm-address.ts'
import { CONTRACT_CODE, lookUpAt } from '../../test/harness/contract-code.ts'
import { type FaultyRpcProxy, startFaultyRpcProxy } from '../../test/harness/faulty-rpc-proxy.ts'
import { type Anvil, startAnvil } from '../../test/harness/start-anvil.ts'
import { contractAccepts } from './account-check.ts'
import { connectEvmChain, type EvmChain } from './evm-chain.ts'

const CONTRACT = '0x00000000000000000000000000000000000c0de2'
const NOBODY = '0x000000000000000000000000000000000000dead'
const SIGNATURE = `0x${'11'.repeat(70)}` as const

let anvil: Anvil
let node: FaultyRpcProxy
let chain: EvmChain

beforeAll(async () => {
  anvil = await startAnvil(56)
  node = await startFaultyRpcProxy(anvil.url)
  chain = connectEvmChain(56, anvil.url)
})
afterAll(async () => {
  await node.close()
  await anvil.stop()
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
