import { describe, expect, test } from 'vitest'
import { systemClock } from '#payout/clock.ts'
import type { Mint } from '#solana/mint.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { BlockhashSource, type FirstBlockhash } from './blockhash-source.ts'
import { FailoverRpc } from './failover-rpc.ts'
import { FeeSource } from './fee-source.ts'

const GENESIS = 'the hash of the right cluster'

/** A node whose newest bank is of this slot. */
function nodeAt(contextSlot: number): SolanaRpc {
  const node: Partial<SolanaRpc> = {
    name: `node at ${contextSlot}`,
    genesisHash: async () => GENESIS,
    latestBlockhash: async () => ({ blockhash: 'hash', lastValidBlockHeight: 200, contextSlot }),
    finalizedPosition: async () => ({ slot: contextSlot, blockHeight: 50 }),
    rent: async (bytes) => ({ contextSlot, lamports: BigInt(contextSlot * bytes) }),
  }
  return node as SolanaRpc
}

function sourceOf(
  senders: [SolanaRpc, ...SolanaRpc[]],
  notBeforeSlot: number,
  first: FirstBlockhash | null = null,
): BlockhashSource {
  const reader = new FailoverRpc({ senders, second: null, genesisHash: GENESIS, clock: systemClock })
  const mint = { tokenAccountBytes: 165 } as Mint
  const terms = { blockhash: first }
  return new BlockhashSource({ reader, mint }, systemClock, notBeforeSlot, terms)
}

const first = (contextSlot: number, agoMs: number): FirstBlockhash => ({
  blockhash: 'first',
  lastValidBlockHeight: 200,
  contextSlot,
  accountRentLamports: 1n,
  askedAtMs: systemClock.monotonicMs() - agoMs,
})

test('a blockhash that is older than the balance before the run is not used', async () => {
  await expect(sourceOf([nodeAt(99)], 100).latest(null)).rejects.toMatchObject({
    nodeName: 'node at 99',
    message: 'its newest blockhash is an old one',
  })
})

test('a node that has fallen behind is skipped', async () => {
  const found = await sourceOf([nodeAt(99), nodeAt(100)], 100).latest(null)
  expect(found).toMatchObject({ contextSlot: 100 })
})

test('the first blockhash is the one that the run was cleared with, once', async () => {
  const source = sourceOf([nodeAt(101)], 100, first(100, 0))
  expect(await source.latest(null)).toMatchObject({ blockhash: 'first' })
  expect(await source.latest(null)).toMatchObject({ blockhash: 'hash' })
})

test('the first blockhash is not used once it is old, or if it is older than the balance before the run', async () => {
  expect(await sourceOf([nodeAt(101)], 100, first(100, 3_100)).latest(null)).toMatchObject({
    contextSlot: 101,
  })
  expect(await sourceOf([nodeAt(101)], 100, first(99, 0)).latest(null)).toMatchObject({ contextSlot: 101 })
})

test('the rent comes with each blockhash; one whose rent the node does not say is not taken', async () => {
  const node = nodeAt(101)
  const source = sourceOf([node], 100, first(100, 0))
  expect(await source.latest(null)).toMatchObject({ accountRentLamports: 1n })
  expect(await source.latest(null)).toMatchObject({ accountRentLamports: 101n * 165n })
  node.rent = async () => {
    throw new RpcUnavailableError('it refuses')
  }
  await expect(source.latest(null)).rejects.toThrow(RpcUnavailableError)
  node.rent = async () => ({ contextSlot: 101, lamports: 7n })
  expect(await source.latest(null)).toMatchObject({ accountRentLamports: 7n })
})

test('the rent of a bank far behind that of the blockhash is not taken: it may be that of before a step', async () => {
  const node = nodeAt(1_000)
  const source = sourceOf([node], 100)
  node.rent = async () => ({ contextSlot: 849, lamports: 7n })
  await expect(source.latest(null)).rejects.toThrow('it tells the rent of an old bank')
  node.rent = async () => ({ contextSlot: 850, lamports: 7n })
  expect(await source.latest(null)).toMatchObject({ accountRentLamports: 7n })
})

describe('fee source', () => {
  const ACCOUNT = 'source' as never

  function sourceOf(recentPriorityFees: () => Promise<bigint[]>) {
    const clock = { nowMs: 0, monotonicMs: () => clock.nowMs }
    const preferred = { name: 'a.example', recentPriorityFees }
    return { clock, fees: new FeeSource({ preferred } as never, ACCOUNT, clock) }
  }

  test('a node that refuses or lacks the method is asked again later, and named', async () => {
    let asked = 0
    const { fees, clock } = sourceOf(async () => {
      asked += 1
      throw new RpcUnavailableError('it answered HTTP 403', { nodeName: 'a.example' })
    })
    expect(fees.untold).toBeNull()
    expect(await fees.recentPrices()).toEqual([])
    expect(await fees.recentPrices()).toEqual([])
    expect(asked).toBe(1)
    expect(fees.untold).toBe(
      'The Solana RPC node a.example does not tell recent priority fees (it answered HTTP 403): the least price is offered.',
    )
    clock.nowMs = 20_001
    await fees.recentPrices()
    expect(asked).toBe(2)
  })

  test('a node that tells them is not named', async () => {
    const { fees } = sourceOf(async () => [7n])
    expect(await fees.recentPrices()).toEqual([7n])
    expect(fees.untold).toBeNull()
  })
})
