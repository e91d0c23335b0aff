import { expect, test } from 'vitest'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { BLOCKHASH_LIFE_BLOCKS } from './attempt-machine.ts'
import { systemClock } from './clock.ts'
import { FailoverRpc } from './failover-rpc.ts'
import { minimumRestartWaitMs, RestartBarriers } from './restart-barrier.ts'

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

/** A clock that stands still until it is put forward. */
function createClock() {
  let nowMs = 5_000
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { monotonicMs: () => nowMs, pass }
}

const MINIMUM_WAIT_MS = 30_000

const barriersOver = (
  store: { epoch(): Promise<string> },
  {
    clock = createClock(),
    minimumWaitMs = 0,
  }: { clock?: { monotonicMs(): number }; minimumWaitMs?: number } = {},
) => new RestartBarriers({ store, clock, minimumWaitMs: () => minimumWaitMs })

test('a blockhash from just before the start can not be used any more once the barrier is past', async () => {
  const { nodeBehind, pass } = createBlocks()
  const reader = readerOf(nodeBehind(0))
  const barrier = await barriersOver(createStore()).of(GENESIS)
  const blocksLeft = await barrier.blocksLeft(reader)
  // The last block in which it may land, by a node that is 64 blocks ahead, has to be past.
  expect(blocksLeft).toBe(BLOCKHASH_LIFE_BLOCKS + 64 + 1)
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
  const barrier = await barriersOver(createStore()).of(GENESIS)
  expect(await barrier.blocksLeft(reader)).toBeGreaterThan(BLOCKHASH_LIFE_BLOCKS)
})

test('the node that is furthest ahead decides how long', async () => {
  const { nodeBehind } = createBlocks()
  const reader = readerOf(nodeBehind(500), nodeBehind(0))
  const barrier = await barriersOver(createStore()).of(GENESIS)
  expect(await barrier.blocksLeft(reader)).toBeGreaterThan(500 + BLOCKHASH_LIFE_BLOCKS)
})

test('it is raised once for a process, and anew where the database may be another copy', async () => {
  const { nodeBehind, pass } = createBlocks()
  const reader = readerOf(nodeBehind(0))
  const store = createStore()
  const barriers = barriersOver(store)
  pass(await (await barriers.of(GENESIS)).blocksLeft(reader))
  expect(await (await barriers.of(GENESIS)).blocksLeft(reader)).toBe(0)
  store.replace()
  expect(await (await barriers.of(GENESIS)).blocksLeft(reader)).toBeGreaterThan(BLOCKHASH_LIFE_BLOCKS)
})

test('nodes that lagged at the start and catch up at once make the wait no shorter than its minimum', async () => {
  const { nodeBehind, pass } = createBlocks()
  const clock = createClock()
  const barrier = await barriersOver(createStore(), { clock, minimumWaitMs: MINIMUM_WAIT_MS }).of(GENESIS)
  await barrier.raise(readerOf(nodeBehind(400)))
  pass(BLOCKHASH_LIFE_BLOCKS / 2)
  clock.pass(MINIMUM_WAIT_MS - 1)
  expect(await barrier.blocksLeft(readerOf(nodeBehind(0)))).toBe(1)
  clock.pass(1)
  expect(await barrier.blocksLeft(readerOf(nodeBehind(0)))).toBe(0)
})

test('the minimum is told in blocks of a public cluster, and does not make up for blocks', async () => {
  const { nodeBehind, pass } = createBlocks()
  const clock = createClock()
  const barrier = await barriersOver(createStore(), { clock, minimumWaitMs: 120_000 }).of(GENESIS)
  const reader = readerOf(nodeBehind(0))
  expect(await barrier.blocksLeft(reader)).toBe(300)
  clock.pass(600_000)
  expect(await barrier.blocksLeft(reader)).toBeGreaterThan(BLOCKHASH_LIFE_BLOCKS)
  pass(BLOCKHASH_LIFE_BLOCKS * 2)
  expect(await barrier.blocksLeft(reader)).toBe(0)
})

test('the records are compared by no older bank than the newest of any node', async () => {
  const { nodeBehind, pass } = createBlocks()
  const barrier = await barriersOver(createStore()).of(GENESIS)
  const reader = readerOf(nodeBehind(100), nodeBehind(0))
  await barrier.raise(reader)
  pass(400)
  expect(await barrier.blocksLeft(reader)).toBe(0)
  expect(barrier.newestSlot).toBe(1_400)
})

test('public clusters have a minimum of three times the life of a blockhash', () => {
  expect(minimumRestartWaitMs(MAINNET_GENESIS_HASH)).toBe(3 * BLOCKHASH_LIFE_BLOCKS * 400)
  expect(minimumRestartWaitMs(GENESIS)).toBe(0)
})
