import { ADDRESS_BYTES, RECORD_BYTES } from '#domain/snapshot.ts'
import { compareBytes, fromHex, type Keccak, PackedRecords, readHex, toHex } from './bytes.ts'
import { buildTree, emptyLeaves, rootOf, siblingsOf, type TreeNodes, treeSteps } from './merkle-tree.ts'

/** One row of a published list. */
export interface ListRow {
  /** `0x` and 40 lower-case hex digits. */
  address: string
  amountWei: bigint
}

/** The types of a leaf's values, in order, as the ABI names them. */
export const LEAF_TYPES = ['uint256', 'address', 'uint256'] as const

const WORD = 32

/** An amount is written by so much at a time. */
const PART_BYTES = 8
const PART_BITS = 64n

// Used again for each leaf: a list has a million.
const encoded = new Uint8Array(LEAF_TYPES.length * WORD)
const encodedIndex = new DataView(encoded.buffer)

/** Returns the leaf of a row: keccak(keccak(abi.encode(index, address, amountWei))), as OpenZeppelin's standard tree has it. */
export function listLeaf(keccak: Keccak, index: number, row: ListRow): Uint8Array {
  const record = new Uint8Array(RECORD_BYTES)
  packRow(row, record)
  return leafOfRecord(keccak, index, record)
}

/** Does the same for a packed row. */
export function leafOfRecord(keccak: Keccak, index: number, record: Uint8Array): Uint8Array {
  encodedIndex.setUint32(WORD - 4, index)
  // The address ends its word, and the amount is the next.
  encoded.set(record, 2 * WORD - ADDRESS_BYTES)
  return keccak(keccak(encoded))
}

/** Packs a row into 52 bytes. Throws RangeError where its address is none. */
export function packRow({ address, amountWei }: ListRow, record: Uint8Array): void {
  const view = new DataView(record.buffer, record.byteOffset, RECORD_BYTES)
  record.fill(0, ADDRESS_BYTES)
  readHex(address, ADDRESS_BYTES, record)
  // Nearly every amount is in one part or two: no more bigints are made than it takes.
  let at = RECORD_BYTES - PART_BYTES
  view.setBigUint64(at, amountWei)
  for (let rest = amountWei >> PART_BITS; rest > 0n && at > ADDRESS_BYTES; rest >>= PART_BITS) {
    at -= PART_BYTES
    view.setBigUint64(at, rest)
  }
}

/** The tree over a holder list. A million rows take 84 MB. */
export interface ListTree {
  /** The addresses in ascending order, 20 bytes each: the place of one is its index. */
  addresses: Uint8Array<ArrayBuffer>
  nodes: TreeNodes
}

/** The rows of a list are not in ascending order of their addresses, or one address occurs twice. */
export class ListOrderError extends Error {
  override name = 'ListOrderError'
}

/**
 * Builds the tree over a list whose rows come in ascending order of their addresses. The index of a row is its place in that order,
 * from 0: the same allocations have the same root, whatever file they came in.
 */
export class ListTreeBuilder {
  readonly #keccak: Keccak
  readonly #addresses = new PackedRecords(ADDRESS_BYTES)
  readonly #leaves = emptyLeaves()

  constructor(keccak: Keccak) {
    this.#keccak = keccak
  }

  /** Throws ListOrderError. */
  add(rows: readonly ListRow[]): void {
    for (const row of rows) {
      const index = this.#addresses.count
      const address = fromHex(row.address)
      if (index > 0 && compareBytes(this.#addresses.at(index - 1), address) >= 0) {
        throw new ListOrderError(`${row.address} does not come after the address before it`)
      }
      this.#addresses.add(address)
      this.#leaves.add(listLeaf(this.#keccak, index, row))
    }
  }

  finish(): ListTree {
    return { addresses: this.#packed(), nodes: buildTree(this.#leaves, this.#keccak) }
  }

  /** The same with pauses: what `onProgress` returns is waited for. */
  async finishSlowly(onProgress: OnProgress): Promise<ListTree> {
    const steps = treeSteps(this.#leaves, this.#keccak)
    for (;;) {
      const { done, value } = steps.next()
      if (done) return { addresses: this.#packed(), nodes: value }
      await onProgress(value)
    }
  }

  #packed(): Uint8Array<ArrayBuffer> {
    const addresses = new Uint8Array(this.#addresses.count * ADDRESS_BYTES)
    this.#addresses.copyTo(addresses)
    return addresses
  }
}

/** Returns `0x` and the hex of the root. */
export function rootOfList({ nodes }: ListTree): string {
  return toHex(rootOf(nodes))
}

/** The place of a row in its list, and the siblings that lead from it to the root. */
export interface RowProof {
  index: number
  proof: string[]
}

/** Proves one row; null where the list does not have it. */
export function proofOfRow(keccak: Keccak, tree: ListTree, row: ListRow): RowProof | null {
  const index = indexOfAddress(tree.addresses, fromHex(row.address))
  if (index === null) return null
  const siblings = siblingsOf(tree.nodes, listLeaf(keccak, index, row))
  return siblings && { index, proof: siblings.map(toHex) }
}

function indexOfAddress(addresses: Uint8Array, address: Uint8Array): number | null {
  let first = 0
  let last = addresses.length / ADDRESS_BYTES - 1
  while (first <= last) {
    const middle = Math.floor((first + last) / 2)
    const start = middle * ADDRESS_BYTES
    const order = compareBytes(addresses.subarray(start, start + ADDRESS_BYTES), address)
    if (order === 0) return middle
    if (order < 0) first = middle + 1
    else last = middle - 1
  }
  return null
}

/** Called again and again with the share that is done, from 0 to 1; what it returns is waited for. */
export type OnProgress = (share: number) => void | Promise<void>
