import { fromRlp, type Hex, hexToBigInt, keccak256 } from 'viem'

/** A node of a Merkle-Patricia trie: 17 branches, or a path and what it leads to. */
type TrieNode = Hex | readonly TrieNode[]

export class TrieProofError extends Error {
  override name = 'TrieProofError'
}

/**
 * Returns the RLP that a Merkle-Patricia trie with this root has at a key, or null where the proof shows that it has nothing there. `key` is the
 * one that the trie is walked by: the hash of an address or a slot. Throws TrieProofError where the proof does not hold.
 */
export function readTrieProof(root: Hex, key: Hex, proof: readonly Hex[]): Hex | null {
  let path = key.slice(2)
  let node: TrieNode = root
  let used = 0
  for (;;) {
    if (typeof node === 'string') {
      if (node === '0x') return null
      const encoded = proof[used++]
      if (encoded === undefined || keccak256(encoded) !== node)
        throw new TrieProofError('the proof does not hold')
      node = fromRlp(encoded) as TrieNode
    }
    if (!Array.isArray(node)) throw new TrieProofError('a node of the proof is not one')
    if (node.length === 17) {
      if (path === '') return leafValue(node[16])
      node = node[Number.parseInt(path.charAt(0), 16)] as TrieNode
      path = path.slice(1)
      continue
    }
    const [compact, next] = node as [Hex, TrieNode]
    const { nibbles, isLeaf } = readCompact(compact)
    if (isLeaf) return path === nibbles ? leafValue(next) : null
    if (!path.startsWith(nibbles)) return null
    path = path.slice(nibbles.length)
    node = next
  }
}

/** Reads the nibbles of a path: the first one says whether it ends in a leaf, and whether their number is odd. */
function readCompact(compact: Hex): { nibbles: string; isLeaf: boolean } {
  const flag = Number.parseInt(compact.charAt(2), 16)
  return { nibbles: compact.slice(flag % 2 === 1 ? 3 : 4), isLeaf: flag >= 2 }
}

function leafValue(value: TrieNode | undefined): Hex {
  if (typeof value !== 'string') throw new TrieProofError('a leaf of the proof is not one')
  return value
}

interface StorageProofAnswer {
  accountProof: readonly Hex[]
  storageProof: readonly { key: Hex; proof: readonly Hex[] }[]
}

/** Returns the storage root that an account has in the state. Throws TrieProofError. */
function storageRootOf(stateRoot: Hex, address: Hex, accountProof: readonly Hex[]): Hex {
  const account = readTrieProof(stateRoot, keccak256(address), accountProof)
  if (account === null) throw new TrieProofError('the state has no such account')
  const [, , storageRoot] = fromRlp(account) as Hex[]
  if (!storageRoot) throw new TrieProofError('the account has no storage')
  return storageRoot
}

/** Returns the values of an account's slots, proved from the state root of a block, in their order. Throws TrieProofError. */
export function provedSlots(
  stateRoot: Hex,
  address: Hex,
  slots: readonly Hex[],
  { accountProof, storageProof }: StorageProofAnswer,
): bigint[] {
  const storageRoot = storageRootOf(stateRoot, address, accountProof)
  return slots.map((slot, place) => {
    // The node's own word on key and value is not needed.
    const value = readTrieProof(storageRoot, keccak256(slot), storageProof[place]?.proof ?? [])
    return value === null ? 0n : hexToBigInt(fromRlp(value) as Hex)
  })
}
