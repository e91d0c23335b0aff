import { expect, test } from 'vitest'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { BlockhashSource, type FirstBlockhash } from './blockhash-source.ts'
import { systemClock } from './clock.ts'
import { FailoverRpc } from './failover-rpc.ts'

const GENESIS = 'the hash of the right cluster'

/** A node whose newest bank is of this slot. */
function nodeAt(contextSlot: number): SolanaRpc {
  const node: Partial<SolanaRpc> = {
    name: `node at ${contextSlot}`,
    genesisHash: async () => GENESIS,
    latestBlockhash: async () => ({ blockhash: 'hash', lastValidBlockHeight: 200, contextSlot }),
    finalizedPosition: async () => ({ slot: contextSlot, blockHeight: 50 }),
  }
  return node as SolanaRpc
}

function sourceOf(
  senders: [SolanaRpc, ...SolanaRpc[]],
  notBeforeSlot: number,
  first: FirstBlockhash | null = null,
): BlockhashSource {
  const reader = new FailoverRpc({ senders, second: null, genesisHash: GENESIS, clock: systemClock })
  return new BlockhashSource(reader, systemClock, notBeforeSlot, first)
}

const first = (contextSlot: number, agoMs: number): FirstBlockhash => ({
  blockhash: 'first',
  lastValidBlockHeight: 200,
  contextSlot,
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
