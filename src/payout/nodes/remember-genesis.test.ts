import { expect, test } from 'vitest'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { besideChecks, rememberGenesis } from './with-genesis-check.ts'

let nowMs = 0
const clock = { monotonicMs: () => nowMs }

/**
 * Makes a node that counts requests for its genesis hash, and answers its blockhash when the test releases
 * it.
 */
function countingNode(hash = 'hash') {
  let asked = 0
  const held = Promise.withResolvers<never>()
  const node: Partial<SolanaRpc> = {
    name: 'node',
    genesisHash: async () => {
      asked += 1
      return hash
    },
    firstAvailableBlock: async () => 0,
    recentSlotMs: async () => 400,
    latestBlockhash: () => held.promise,
  }
  const remembering = rememberGenesis(node as SolanaRpc, 'hash', clock)
  return { node: remembering, asked: () => asked, end: () => held.reject(new Error('ended')) }
}

test('two checks in a row make one request', async () => {
  const { node, asked } = countingNode()
  expect([await node.genesisHash(), await node.genesisHash()]).toEqual(['hash', 'hash'])
  expect(asked()).toBe(1)
  expect(node.name).toBe('node')
})

test('it is requested again after any other request', async () => {
  const { node, asked } = countingNode()
  await node.genesisHash()
  await node.firstAvailableBlock()
  await node.genesisHash()
  expect(asked()).toBe(2)
})

test('the length of slots is read beside the checks: no verified read relies on it', async () => {
  const { node, asked } = countingNode()
  await node.genesisHash()
  expect(await besideChecks(node).recentSlotMs()).toBe(400)
  await node.genesisHash()
  expect(asked()).toBe(1)
})

test('it is not requested again after a read beside the checks', async () => {
  const { node, asked } = countingNode()
  await node.genesisHash()
  await besideChecks(node).firstAvailableBlock()
  await node.genesisHash()
  expect(asked()).toBe(1)
})

test('it is requested again if another request was pending meanwhile', async () => {
  const { node, asked, end } = countingNode()
  const blockhash = node.latestBlockhash()
  await node.genesisHash()
  await node.genesisHash()
  expect(asked()).toBe(2)
  end()
  await expect(blockhash).rejects.toThrow('ended')
})

test('it is requested again if another request began meanwhile', async () => {
  const { node, asked } = countingNode()
  const naming = node.genesisHash()
  await node.firstAvailableBlock()
  await naming
  await node.genesisHash()
  expect(asked()).toBe(2)
})

test('it is cached for two seconds', async () => {
  const { node, asked } = countingNode()
  await node.genesisHash()
  nowMs += 2_000
  await node.genesisHash()
  expect(asked()).toBe(2)
})

test('the hash of another cluster is not cached', async () => {
  const { node, asked } = countingNode('another hash')
  expect([await node.genesisHash(), await node.genesisHash()]).toEqual(['another hash', 'another hash'])
  expect(asked()).toBe(2)
})
