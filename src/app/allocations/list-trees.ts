import type { Snapshot } from '#domain/snapshot.ts'
import { loadKeccak } from '#proofs/bytes.ts'
import { growListTree } from '#proofs/grow-list-tree.ts'
import type { ListRow } from '#proofs/list-leaf.ts'
import { type ListTree, proofOfRow, type RowProof } from '#proofs/list-tree.ts'
import {
  assertRowsUnchanged,
  type ListReader,
  type ListVersion,
  readListRows,
  type StagedRows,
} from './list-rows.ts'

/** The Merkle trees over versions of the holder list. */
export interface ListTrees {
  /** Returns the root of a version that is about to be published. Throws holder_list_changed where the store has other rows. */
  rootOf(staged: StagedRows): Promise<string>
  /**
   * Proves a row of the version in force; null where that does not have it. The first proof of a version builds its tree, which then
   * stays in memory. Throws holder_list_changed.
   */
  prove(version: Snapshot, row: ListRow): Promise<RowProof | null>
}

const TRY_AGAIN_MS = 5_000

/** Keeps the tree of the newest version that was built: 84 MB for a million rows, outside of the heap. */
export function createListTrees(reader: ListReader): ListTrees {
  let kept: { nonce: string; tree: Promise<ListTree> } | null = null

  function build(version: ListVersion): Promise<ListTree> {
    return growListTree(readListRows(reader, version), version.addressCount)
  }

  /** Requests for the same version share one building, also one that failed, for a while: it reads the whole list. */
  function treeOf(version: Snapshot): Promise<ListTree> {
    if (kept?.nonce === version.nonce) return kept.tree
    const made = { nonce: version.nonce, tree: build(version) }
    made.tree.catch(() => {
      setTimeout(() => {
        if (kept === made) kept = null
      }, TRY_AGAIN_MS).unref()
    })
    kept = made
    return made.tree
  }

  return {
    async rootOf(staged) {
      await assertRowsUnchanged(reader, staged)
      return await staged.root()
    },
    async prove(version, row) {
      return proofOfRow(await loadKeccak(), await treeOf(version), row)
    },
  }
}
