import { fromRlp, type Hex, hexToBigInt, keccak256, toRlp } from 'viem'

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

/** An account as the state has it. */
export interface StateAccount {
  nonce: bigint
  balance: bigint
  storageRoot: Hex
  codeHash: Hex
}

/** Returns an account as a block's state has it, null where the proof shows that there is none. Throws TrieProofError. */
export function provedAccount(
  stateRoot: Hex,
  address: Hex,
  accountProof: readonly Hex[],
): StateAccount | null {
  const value = readTrieProof(stateRoot, keccak256(address), accountProof)
  if (value === null) return null
  const [nonce, balance, storageRoot, codeHash] = fromRlp(value) as Hex[]
  if (!nonce || !balance || !storageRoot || !codeHash) throw new TrieProofError('the leaf is no account')
  return { nonce: numberOf(nonce), balance: numberOf(balance), storageRoot, codeHash }
}

/** RLP has zero as no bytes. */
const numberOf = (value: Hex) => (value === '0x' ? 0n : hexToBigInt(value))

/** Returns the RLP of an account, by which it stands in the state. */
export function accountRlp({ nonce, balance, storageRoot, codeHash }: StateAccount): Hex {
  const bytesOf = (value: bigint): Hex => {
    if (value === 0n) return '0x'
    const digits = value.toString(16)
    return `0x${digits.length % 2 === 1 ? '0' : ''}${digits}`
  }
  return toRlp([bytesOf(nonce), bytesOf(balance), storageRoot, codeHash])
}

/**
 * Calculates the root of a state from all of its accounts: it is a block's only where none is left out, added or changed. `leaves` are the
 * hash of each address and the account's RLP, in ascending order. No node is short enough to stand within another: an account has two hashes.
 */
export function stateRootOf(leaves: readonly (readonly [key: Hex, value: Hex])[]): Hex {
  return leaves.length === 0 ? keccak256(toRlp('0x')) : hashOfNode(leaves, 0, leaves.length, 2)
}

/** Hashes the node over the leaves from `start` to before `end`, whose keys are alike up to the digit `at`. */
function hashOfNode(leaves: Parameters<typeof stateRootOf>[0], start: number, end: number, at: number): Hex {
  const [first, value] = leaves[start] as readonly [Hex, Hex]
  if (end - start === 1) return keccak256(toRlp([compact(first.slice(at), true), value]))
  const [last] = leaves[end - 1] as readonly [Hex, Hex]
  let parting = at
  while (first[parting] === last[parting]) {
    parting += 1
    if (parting === first.length) throw new TrieProofError('an account stands twice in the state')
  }
  const branch = hashOfBranch(leaves, start, end, parting)
  return parting === at ? branch : keccak256(toRlp([compact(first.slice(at, parting), false), branch]))
}

function hashOfBranch(
  leaves: Parameters<typeof stateRootOf>[0],
  start: number,
  end: number,
  at: number,
): Hex {
  const children: Hex[] = []
  for (let digit = 0, from = start; digit < 16; digit += 1) {
    let to = from
    while (to < end && Number.parseInt(leaves[to]?.[0].charAt(at) ?? '', 16) === digit) to += 1
    children.push(to === from ? '0x' : hashOfNode(leaves, from, to, at + 1))
    from = to
  }
  return keccak256(toRlp([...children, '0x']))
}

/** Packs the digits of a path, the reverse of readCompact. */
function compact(nibbles: string, isLeaf: boolean): Hex {
  const isOdd = nibbles.length % 2 === 1
  return `0x${(isLeaf ? 2 : 0) + (isOdd ? 1 : 0)}${isOdd ? '' : '0'}${nibbles}`
}

interface StorageProofAnswer {
  accountProof: readonly Hex[]
  storageProof: readonly { key: Hex; proof: readonly Hex[] }[]
}

/** Returns the values of an account's slots, proved from the state root of a block, in their order. Throws TrieProofError. */
export function provedSlots(
  stateRoot: Hex,
  address: Hex,
  slots: readonly Hex[],
  { accountProof, storageProof }: StorageProofAnswer,
): bigint[] {
  const account = provedAccount(stateRoot, address, accountProof)
  if (account === null) throw new TrieProofError('the state has no such account')
  return slots.map((slot, place) => {
    // The node's own word on key and value is not needed.
    const value = readTrieProof(account.storageRoot, keccak256(slot), storageProof[place]?.proof ?? [])
    return value === null ? 0n : hexToBigInt(fromRlp(value) as Hex)
  })
}
