import { compareBytes, fromHex, type Keccak, PackedRecords, toHex } from './bytes.ts'
import { type ListRow, listLeaf } from './list-leaf.ts'
import { buildTree, emptyLeaves, rootOf, siblingsOf, type TreeNodes, treeSteps } from './merkle-tree.ts'
import type { OnProgress } from './on-progress.ts'

const ADDRESS_BYTES = 20

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
