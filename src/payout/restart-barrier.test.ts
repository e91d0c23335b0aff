import { expect, test } from 'vitest'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { BLOCKHASH_LIFE_BLOCKS } from './attempt-machine.ts'
import { systemClock } from './clock.ts'
import { FailoverRpc } from './failover-rpc.ts'
import { RestartBarriers } from './restart-barrier.ts'

const GENESIS = 'genesis'

/** Makes a cluster whose height the test advances, as seen by a node that lags behind by some blocks. */
function createBlocks() {
  let height = 1_000
  const nodeBehind = (blocks: number): SolanaRpc => {
    const node: Partial<SolanaRpc> = {
      name: `${blocks} behind`,
      genesisHash: async () => GENESIS,
      finalizedPosition: async () => ({ slot: height - blocks, blockHeight: height - blocks }),
      latestBlockhash: async () => ({
        blockhash: 'hash',
        contextSlot: height - blocks,
        lastValidBlockHeight: height - blocks + BLOCKHASH_LIFE_BLOCKS,
      }),
    }
    return node as SolanaRpc
  }
  const pass = (blocks: number) => {
    height += blocks
  }
  return { nodeBehind, pass }
}

function readerOf(first: SolanaRpc, second: SolanaRpc | null = null): FailoverRpc {
  return new FailoverRpc({ senders: [first], second, genesisHash: GENESIS, clock: systemClock })
}

function createStore() {
  let epoch = 'first'
  const replace = () => {
    epoch = 'restored'
  }
  return { epoch: async () => epoch, replace }
}

test('a blockhash from just before the start can not be used any more once the barrier is past', async () => {
  const { nodeBehind, pass } = createBlocks()
  const reader = readerOf(nodeBehind(0))
  const barrier = await new RestartBarriers(createStore()).of(GENESIS)
  const blocksLeft = await barrier.blocksLeft(reader)
  expect(blocksLeft).toBeGreaterThan(BLOCKHASH_LIFE_BLOCKS)
  pass(blocksLeft - 1)
  expect(await barrier.blocksLeft(reader)).toBe(1)
  pass(1)
  expect(await barrier.blocksLeft(reader)).toBe(0)
})

test('a blockhash that is not the newest one makes the wait no shorter', async () => {
  const { nodeBehind, pass } = createBlocks()
  const node = nodeBehind(0)
  const stale = await node.latestBlockhash()
  pass(BLOCKHASH_LIFE_BLOCKS - 16)
  const reader = readerOf({ ...node, latestBlockhash: async () => stale })
  const barrier = await new RestartBarriers(createStore()).of(GENESIS)
  expect(await barrier.blocksLeft(reader)).toBeGreaterThan(BLOCKHASH_LIFE_BLOCKS)
})

test('the node that is furthest ahead decides how long', async () => {
  const { nodeBehind } = createBlocks()
  const reader = readerOf(nodeBehind(500), nodeBehind(0))
  const barrier = await new RestartBarriers(createStore()).of(GENESIS)
  expect(await barrier.blocksLeft(reader)).toBeGreaterThan(500 + BLOCKHASH_LIFE_BLOCKS)
})

test('it is raised once for a process, and anew where the database may be another copy', async () => {
  const { nodeBehind, pass } = createBlocks()
  const reader = readerOf(nodeBehind(0))
  const store = createStore()
  const barriers = new RestartBarriers(store)
  pass(await (await barriers.of(GENESIS)).blocksLeft(reader))
  expect(await (await barriers.of(GENESIS)).blocksLeft(reader)).toBe(0)
  store.replace()
  expect(await (await barriers.of(GENESIS)).blocksLeft(reader)).toBeGreaterThan(BLOCKHASH_LIFE_BLOCKS)
})
