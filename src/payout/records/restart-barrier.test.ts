import { describe, expect, test } from 'vitest'
import { systemClock } from '#payout/clock.ts'
import { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { BLOCKHASH_LIFE_BLOCKS } from '#payout/settle/attempt-machine.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
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
  const blocks = (await barrier.left(reader))?.blocks ?? 0
  // The last block in which it may land, by a node that is 64 blocks ahead, has to be past.
  expect(blocks).toBe(BLOCKHASH_LIFE_BLOCKS + 64 + 1)
  pass(blocks - 1)
  expect(await barrier.left(reader)).toMatchObject({ blocks: 1 })
  pass(1)
  expect(await barrier.left(reader)).toBeNull()
})

test('a blockhash that is not the newest one makes the wait no shorter', async () => {
  const { nodeBehind, pass } = createBlocks()
  const node = nodeBehind(0)
  const stale = await node.latestBlockhash()
  pass(BLOCKHASH_LIFE_BLOCKS - 16)
  const reader = readerOf({ ...node, latestBlockhash: async () => stale })
  const barrier = await barriersOver(createStore()).of(GENESIS)
  expect((await barrier.left(reader))?.blocks).toBeGreaterThan(BLOCKHASH_LIFE_BLOCKS)
})

test('the node that is furthest ahead decides how long', async () => {
  const { nodeBehind } = createBlocks()
  const reader = readerOf(nodeBehind(500), nodeBehind(0))
  const barrier = await barriersOver(createStore()).of(GENESIS)
  expect((await barrier.left(reader))?.blocks).toBeGreaterThan(500 + BLOCKHASH_LIFE_BLOCKS)
})

test('it is raised once for a process, and anew where the database may be another copy', async () => {
  const { nodeBehind, pass } = createBlocks()
  const reader = readerOf(nodeBehind(0))
  const store = createStore()
  const barriers = barriersOver(store)
  pass((await (await barriers.of(GENESIS)).left(reader))?.blocks ?? 0)
  expect(await (await barriers.of(GENESIS)).left(reader)).toBeNull()
  store.replace()
  expect((await (await barriers.of(GENESIS)).left(reader))?.blocks).toBeGreaterThan(BLOCKHASH_LIFE_BLOCKS)
})

test('it is begun anew where the records lack what this process signed', async () => {
  const { nodeBehind, pass } = createBlocks()
  const reader = readerOf(nodeBehind(0))
  const barrier = await barriersOver(createStore()).of(GENESIS)
  pass((await barrier.left(reader))?.blocks ?? 0)
  expect(await barrier.left(reader)).toBeNull()
  barrier.renew()
  expect(barrier.isRenewed).toBe(true)
  expect((await barrier.left(reader))?.blocks).toBe(BLOCKHASH_LIFE_BLOCKS + 64 + 1)
})

test('nodes that lagged at the start and catch up at once make the wait no shorter than its minimum', async () => {
  const { nodeBehind, pass } = createBlocks()
  const clock = createClock()
  const barrier = await barriersOver(createStore(), { clock, minimumWaitMs: MINIMUM_WAIT_MS }).of(GENESIS)
  await barrier.raise(readerOf(nodeBehind(400)))
  pass(BLOCKHASH_LIFE_BLOCKS / 2)
  clock.pass(MINIMUM_WAIT_MS - 1)
  expect(await barrier.left(readerOf(nodeBehind(0)))).toEqual({ blocks: 0, waitMs: 1 })
  clock.pass(1)
  expect(await barrier.left(readerOf(nodeBehind(0)))).toBeNull()
})

test('the minimum is told as time, and does not make up for blocks', async () => {
  const { nodeBehind, pass } = createBlocks()
  const clock = createClock()
  const barrier = await barriersOver(createStore(), { clock, minimumWaitMs: 120_000 }).of(GENESIS)
  const reader = readerOf(nodeBehind(0))
  expect(await barrier.left(reader)).toEqual({ blocks: BLOCKHASH_LIFE_BLOCKS + 64 + 1, waitMs: 120_000 })
  clock.pass(600_000)
  expect((await barrier.left(reader))?.blocks).toBeGreaterThan(BLOCKHASH_LIFE_BLOCKS)
  pass(BLOCKHASH_LIFE_BLOCKS * 2)
  expect(await barrier.left(reader)).toBeNull()
})

test('the records are compared by no older bank than the newest of any node', async () => {
  const { nodeBehind, pass } = createBlocks()
  const barrier = await barriersOver(createStore()).of(GENESIS)
  const reader = readerOf(nodeBehind(100), nodeBehind(0))
  await barrier.raise(reader)
  pass(400)
  expect(await barrier.left(reader)).toBeNull()
  expect(barrier.newestSlot).toBe(1_400)
})

test('public clusters have a minimum of three minutes, longer where slots are, and never shorter', () => {
  const threeMinutes = 180_000
  for (const slotMs of [1, 50, 200, 400]) {
    expect(minimumRestartWaitMs(MAINNET_GENESIS_HASH, slotMs)).toBe(threeMinutes)
  }
  expect(minimumRestartWaitMs(MAINNET_GENESIS_HASH, 800)).toBe(3 * BLOCKHASH_LIFE_BLOCKS * 800)
  expect(minimumRestartWaitMs(GENESIS, 800)).toBe(0)
})

describe('the length of slots that a node tells', () => {
  /** A mainnet of which a node tells this length of slots, and nothing else that is wrong. */
  async function barrierOf(told: () => number | null) {
    const { nodeBehind, pass } = createBlocks()
    const clock = createClock()
    const node = { ...nodeBehind(0), recentSlotMs: async () => told() }
    const reader = new FailoverRpc({
      senders: [node],
      second: null,
      genesisHash: GENESIS,
      clock: { ...systemClock, ...clock },
    })
    const barriers = new RestartBarriers({
      store: createStore(),
      clock,
      minimumWaitMs: (_genesis, slotMs) => minimumRestartWaitMs(MAINNET_GENESIS_HASH, slotMs),
    })
    const barrier = await barriers.of(GENESIS)
    await barrier.raise(reader)
    await Promise.resolve()
    return { barrier, reader, clock, pass }
  }

  test.each([1, 20, 200])('makes the wait no shorter where it is short: %i ms', async (slotMs) => {
    const { barrier, reader, clock, pass } = await barrierOf(() => slotMs)
    await expect.poll(() => reader.slots.slotMs).toBe(slotMs)
    pass(10_000)
    clock.pass(179_999)
    expect(await barrier.left(reader)).toEqual({ blocks: 0, waitMs: 1 })
    clock.pass(1)
    expect(await barrier.left(reader)).toBeNull()
  })

  test('makes up for no block', async () => {
    const { barrier, reader, clock, pass } = await barrierOf(() => 200)
    await expect.poll(() => reader.slots.slotMs).toBe(200)
    clock.pass(3_600_000)
    expect(await barrier.left(reader)).toEqual({ blocks: 215, waitMs: 215 * 200 })
    pass(215)
    expect(await barrier.left(reader)).toBeNull()
  })

  test('makes the wait longer where it is long, also when it is told otherwise later', async () => {
    let told = 1_000
    const { barrier, reader, clock, pass } = await barrierOf(() => told)
    await expect.poll(() => reader.slots.slotMs).toBe(1_000)
    pass(10_000)
    expect(await barrier.left(reader)).toEqual({ blocks: 0, waitMs: 450_000 })
    told = 200
    clock.pass(200_000)
    reader.slots.refresh()
    await expect.poll(() => reader.slots.slotMs).toBe(200)
    expect(await barrier.left(reader)).toEqual({ blocks: 0, waitMs: 250_000 })
    clock.pass(250_000)
    expect(await barrier.left(reader)).toBeNull()
  })

  test('costs a quarter of an hour at most, whatever a node says', async () => {
    for (const lie of [60_000, Number.POSITIVE_INFINITY, Number.NaN, -5, 0, null]) {
      const { barrier, reader, pass } = await barrierOf(() => lie)
      pass(10_000)
      expect(await barrier.left(reader)).toEqual({ blocks: 0, waitMs: 180_000 })
    }
    const { barrier, reader, pass } = await barrierOf(() => 2_000)
    await expect.poll(() => reader.slots.slotMs).toBe(2_000)
    pass(10_000)
    expect(await barrier.left(reader)).toEqual({ blocks: 0, waitMs: 900_000 })
  })
})
