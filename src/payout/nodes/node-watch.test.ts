import { expect, test } from 'vitest'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { NodeWatch } from './node-watch.ts'

const GENESIS = 'the right cluster'

/** Makes a node that shows this finalized slot; null where it does not answer. */
function nodeAt(name: string, slot: number | null) {
  const node = {
    name,
    slot,
    asked: 0,
    genesis: GENESIS,
    genesisHash: async () => node.genesis,
    async finalizedPosition() {
      node.asked += 1
      if (node.slot === null) throw new RpcUnavailableError('it hangs', { nodeName: name })
      return { slot: node.slot, blockHeight: node.slot }
    },
  }
  return node
}

type TestNode = ReturnType<typeof nodeAt>

/** Watches nodes of a cluster with a slot in 400 ms, on a clock of the test. */
function watching(...nodes: TestNode[]) {
  const clock = { nowMs: 0, monotonicMs: () => clock.nowMs }
  const watch = new NodeWatch({ nodes: nodes as never, genesisHash: GENESIS, clock, slotMs: () => 400 })
  return {
    async look(afterMs = 0) {
      clock.nowMs += afterMs
      watch.look()
      await new Promise((resolve) => setImmediate(resolve))
    },
    fault: (node: TestNode) => watch.fault(node as never as SolanaRpc),
  }
}

test('a node whose slot is the same after the time of 25 slots stands still, until it moves', async () => {
  const node = nodeAt('a', 700)
  const { look, fault } = watching(node)
  await look()
  await look(9_999)
  expect(node.asked).toBe(1)
  expect(fault(node)).toBeNull()
  await look(1)
  expect(fault(node)).toBe('stands still at slot 700')
  node.slot = 701
  await look(10_000)
  expect(fault(node)).toBeNull()
})

test('a node that moves slowly, or answers from one of several machines, does not stand still', async () => {
  const node = nodeAt('a', 700)
  const { look, fault } = watching(node)
  for (const slot of [700, 701, 695, 702]) {
    node.slot = slot
    await look(10_000)
    expect(fault(node)).toBeNull()
  }
})

test('a node 150 slots behind another lies behind, one 149 behind does not', async () => {
  const [first, next] = [nodeAt('a', 1_000), nodeAt('b', 1_149)]
  const { look, fault } = watching(first, next)
  await look()
  expect(fault(first)).toBeNull()
  first.slot = 1_025
  next.slot = 1_175
  await look(10_000)
  expect(fault(first)).toBe('lies more than 150 slots behind b')
  expect(fault(next)).toBeNull()
  first.slot = 1_190
  next.slot = 1_200
  await look(10_000)
  expect(fault(first)).toBeNull()
})

test('slots that pass between the answers of two nodes are nobody’s lag', async () => {
  const [first, next] = [nodeAt('a', 1_000), nodeAt('b', null)]
  const { look, fault } = watching(first, next)
  await look()
  // The first is asked now, but hangs; the next answers after a pause.
  first.slot = null
  next.slot = 20_000
  await look(3_600_000)
  expect(fault(first)).toBeNull()
})

test('a node of another cluster is compared with none', async () => {
  const [first, next] = [nodeAt('a', 1_000), nodeAt('b', 300_000_000)]
  next.genesis = 'another cluster'
  const { look, fault } = watching(first, next)
  await look()
  expect(fault(first)).toBeNull()
})

test('a node that hangs is not asked again meanwhile, and keeps nobody waiting', async () => {
  const node = nodeAt('a', 1)
  node.finalizedPosition = () => {
    node.asked += 1
    return new Promise(() => {})
  }
  const { look } = watching(node)
  await look()
  await look(60_000)
  expect(node.asked).toBe(1)
})
