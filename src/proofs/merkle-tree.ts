import { compareBytes, HASH_BYTES, type Keccak, PackedRecords, sortedOrder, sortInPlace } from './bytes.ts'

/**
 * All nodes of a Merkle tree, 32 bytes each, laid out as OpenZeppelin's merkle-tree has them: the root first, the children of
 * node i at 2i+1 and 2i+2, the leaves last, in descending order of their hashes. 64 MB for a million leaves.
 */
export type TreeNodes = Uint8Array<ArrayBuffer>

const nodeAt = (nodes: Uint8Array, i: number) => nodes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES)

/** Hashes between two steps: a few milliseconds. */
const HASHES_PER_STEP = 2_000

/** Builds the tree over leaves, which are given in any order. Throws where there is none. */
export function buildTree(leaves: PackedRecords, keccak: Keccak): TreeNodes {
  const steps = treeSteps(leaves, keccak)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same step by step, each of which yields the share that is done. */
export function* treeSteps(leaves: PackedRecords, keccak: Keccak): Generator<number, TreeNodes, void> {
  if (leaves.count === 0) throw new Error('A tree has at least one leaf')
  const nodeCount = 2 * leaves.count - 1
  const nodes = new Uint8Array(nodeCount * HASH_BYTES)
  let i = nodeCount - 1
  for (const place of sortedOrder(leaves)) nodes.set(leaves.at(place), i-- * HASH_BYTES)
  for (; i >= 0; i--) {
    nodes.set(hashPair(keccak, nodeAt(nodes, 2 * i + 1), nodeAt(nodes, 2 * i + 2)), i * HASH_BYTES)
    if (i % HASHES_PER_STEP === 0) yield 1 - i / leaves.count
  }
  return nodes
}

// Used again for each node.
const pair = new Uint8Array(2 * HASH_BYTES)
const pairWords = new Uint32Array(pair.buffer)
const HASH_WORDS = HASH_BYTES / Uint32Array.BYTES_PER_ELEMENT

/** Hashes two of many nodes, as `hashPair` does, without a view of either. */
function hashOfTwo(nodes: PackedRecords, a: number, b: number, keccak: Keccak): Uint8Array {
  const isInOrder = nodes.compare(a, b) < 0
  nodes.copyInto(isInOrder ? a : b, pairWords, 0)
  nodes.copyInto(isInOrder ? b : a, pairWords, HASH_WORDS)
  return keccak(pair)
}

/** Hashes two nodes, the lesser first: a proof then needs no word on which side each sibling stands. */
function hashPair(keccak: Keccak, a: Uint8Array, b: Uint8Array): Uint8Array {
  const isInOrder = compareBytes(a, b) < 0
  pair.set(isInOrder ? a : b)
  pair.set(isInOrder ? b : a, HASH_BYTES)
  return keccak(pair)
}

/**
 * Returns the root of the tree over leaves alone, in half of the memory: the leaves are used up in their order, and each node takes the
 * place of one that was.
 */
export function rootOfLeaves(leaves: PackedRecords, keccak: Keccak): Uint8Array {
  if (leaves.count === 0) throw new Error('A tree has at least one leaf')
  sortInPlace(leaves)
  let used = 0
  const next = () => used++ % leaves.count
  // After `made` nodes twice as many leaves and nodes are used up: the place is free.
  for (let made = 0; made < leaves.count - 1; made++)
    leaves.set(made, hashOfTwo(leaves, next(), next(), keccak))
  return Uint8Array.from(leaves.at(next()))
}

export function rootOf(nodes: Uint8Array): Uint8Array {
  return nodeAt(nodes, 0)
}

/** Returns the siblings on the way from a leaf up to the root; null where there is no such leaf. */
export function siblingsOf(nodes: Uint8Array, leaf: Uint8Array): Uint8Array[] | null {
  let i = findLeaf(nodes, leaf)
  if (i === null) return null
  const siblings: Uint8Array[] = []
  while (i > 0) {
    siblings.push(nodeAt(nodes, i % 2 === 1 ? i + 1 : i - 1))
    i = Math.floor((i - 1) / 2)
  }
  return siblings
}

function findLeaf(nodes: Uint8Array, leaf: Uint8Array): number | null {
  const nodeCount = nodes.length / HASH_BYTES
  let first = (nodeCount - 1) / 2
  let last = nodeCount - 1
  while (first <= last) {
    const middle = Math.floor((first + last) / 2)
    const order = compareBytes(nodeAt(nodes, middle), leaf)
    if (order === 0) return middle
    if (order > 0) first = middle + 1
    else last = middle - 1
  }
  return null
}

/** Returns the root that a leaf and its siblings lead to. */
export function climb(keccak: Keccak, leaf: Uint8Array, siblings: readonly Uint8Array[]): Uint8Array {
  return siblings.reduce((node, sibling) => hashPair(keccak, node, sibling), leaf)
}

export const emptyLeaves = (): PackedRecords => new PackedRecords(HASH_BYTES)
