import { describe, expect, test } from 'vitest'
import { systemClock } from '#payout/clock.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { FailoverRpc } from './failover-rpc.ts'
import { besideChecks, rememberGenesis } from './with-genesis-check.ts'

const GENESIS = 'the hash of the right cluster'

interface TestNode extends SolanaRpc {
  /**
   * The genesis hashes that it answers, one after the other, then always the last one; none where it is
   * silent.
   */
  names: string[]
}

function nodeCalled(name: string, ...names: string[]): TestNode {
  const node: Partial<TestNode> = {
    name,
    names,
    async genesisHash() {
      const [hash] = this.names ?? []
      if (hash === undefined) throw new RpcUnavailableError('it is silent', { nodeName: name })
      if ((this.names ?? []).length > 1) this.names?.shift()
      return hash
    },
  }
  return node as TestNode
}

const readerOf = (senders: [SolanaRpc, ...SolanaRpc[]], second: SolanaRpc | null = null) =>
  new FailoverRpc({ senders, second, genesisHash: GENESIS, clock: systemClock })

/** Reads a node's name, to see which one answered. */
async function nameOf(node: SolanaRpc): Promise<string> {
  if ((node as TestNode).names.length === 0) await node.genesisHash()
  return node.name
}

test('says when a node answered last, although it asks for its genesis hash less often', () => {
  const node = { ...nodeCalled('first', GENESIS), answeredAtMs: () => 5 }
  expect(readerOf([node]).first.answeredAtMs?.()).toBe(5)
  expect(rememberGenesis(node, GENESIS, systemClock).answeredAtMs?.()).toBe(5)
})

describe('a node after the first', () => {
  test.each([
    ['before', ['another', GENESIS]],
    ['after', [GENESIS, 'another']],
  ])('does not count if it belongs to another cluster %s its answer', async (_, names) => {
    const senders = () => [nodeCalled('first'), nodeCalled('next', ...names)] as [SolanaRpc, SolanaRpc]
    await expect(readerOf(senders()).read(nameOf)).rejects.toMatchObject({ nodeName: 'first' })
    const last = nodeCalled('last', GENESIS)
    expect(await readerOf([...senders(), last]).read(nameOf)).toBe('last')
    expect(await readerOf(senders(), last).read(nameOf)).toBe('last')
  })

  test('is asked first for a while after the first one failed', async () => {
    const [first, next] = [nodeCalled('first'), nodeCalled('next', GENESIS)]
    const reader = readerOf([first, next])
    expect(await reader.read(nameOf)).toBe('next')
    first.names = [GENESIS]
    expect(await reader.read(nameOf)).toBe('next')
    next.names = []
    expect(await reader.read(nameOf)).toBe('first')
  })
})

test('where none answers, the first is named, even if another was asked before it', async () => {
  const [first, next] = [nodeCalled('first'), nodeCalled('next', GENESIS)]
  const reader = readerOf([first, next])
  expect(await reader.read(nameOf)).toBe('next')
  next.names = ['another']
  await expect(reader.read(nameOf)).rejects.toMatchObject({ nodeName: 'first', message: 'it is silent' })
})

test('an answer of the first node is verified only if it is decisive', async () => {
  const reader = () => readerOf([nodeCalled('first', 'another'), nodeCalled('next', GENESIS)])
  expect(await reader().read(nameOf)).toBe('first')
  expect(await reader().read(nameOf, () => true)).toBe('next')
  expect(await reader().readSurely(nameOf)).toBe('next')
})

test('a node that does not tell the length of its slots goes on being asked for everything else', async () => {
  const refuses: Partial<SolanaRpc> = {
    recentSlotMs: async () => {
      throw new RpcUnavailableError('it says "Method not found"')
    },
  }
  const first: SolanaRpc = { ...nodeCalled('first'), ...refuses }
  const reader = readerOf([first, nodeCalled('other')])
  reader.slots.refresh()
  await new Promise(setImmediate)
  expect(reader.preferred).toBe(first)
  expect(reader.slots.isKnown).toBe(false)
})

describe('a node that answers from an old slot', () => {
  /** Makes a node at this finalized slot. */
  const nodeAt = (name: string, slot: number) =>
    Object.assign(nodeCalled(name, GENESIS), { finalizedPosition: async () => ({ slot, blockHeight: slot }) })

  async function compared(senders: [SolanaRpc, ...SolanaRpc[]], second: SolanaRpc | null = null) {
    const reader = readerOf(senders, second)
    reader.compareNodes()
    await new Promise(setImmediate)
    return reader
  }

  test('is passed over and named while another is 150 slots ahead, and read where no other answers', async () => {
    const [first, next] = [nodeAt('first', 1_000), nodeAt('next', 1_151)]
    const reader = await compared([first, next])
    expect(await reader.read(nameOf)).toBe('next')
    expect(reader.preferred).toBe(next)
    expect(reader.passedOver).toEqual([first])
    expect(reader.fault).toEqual({
      words:
        'The Solana RPC node first answers, but lies more than 150 slots behind next: next is read instead.',
      isReplaced: true,
    })
    next.names = []
    expect(await reader.read(nameOf)).toBe('first')
  })

  test('is not replaced by one that does not answer', async () => {
    const [first, next] = [nodeAt('first', 1_000), nodeAt('next', 1_151)]
    const reader = await compared([first, next])
    next.names = []
    await reader.read(nameOf)
    expect(reader.fault).toMatchObject({ isReplaced: false })
  })

  test('is compared with the second node as well, which is read and never preferred', async () => {
    const first = nodeAt('first', 1_000)
    const reader = await compared([first], nodeAt('second', 1_151))
    expect(await reader.read(nameOf)).toBe('second')
    expect(reader.preferred).toBe(first)
    expect(reader.passedOver).toEqual([])
  })
})

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
