import type { Wei } from './amounts.ts'
import type { ListWarning } from './list-warning.ts'

/** One version of the holder list. At most one is `published`; older ones are kept as `superseded`. */
export interface Snapshot {
  id: number
  state: 'staging' | 'published' | 'superseded'
  fileName: string
  /**
   * Random. Its rows are sealed with it, so that no row of another version fits, even one with the same id.
   */
  nonce: string
  fileHash: string | null
  /** `0x` and the hex of its Merkle root (see proofs/list-tree.ts); null until it is published. */
  root: string | null
  addressCount: number
  /** Addresses that it gives something. */
  payableCount: number
  totalWei: Wei
  createdAtMs: number
  publishedAtMs: number | null
  /** What a preview would have asked, where it was loaded at a start with nobody to ask; null where somebody saw it. */
  unseenWarnings: readonly ListWarning[] | null
  /** Keyed over what was published (see sealed-record.ts), for as long as it is in force. */
  seal: string
}

/** A holder list that waits for a person's answer, and what was asked. */
export interface AskedUpload {
  id: string
  fileName: string
  fileHash: string
  /** The version that was in force when it was compared; null for none. */
  baseSnapshotId: number | null
  /** The version that it brings back; null for a file. */
  restoredId: number | null
  /** What was shown and asked, as JSON. */
  asked: string
}

export const ADDRESS_BYTES = 20

/** Of a row of a holder list, packed: its address, and its amount as a uint256, the most significant byte first. */
export const RECORD_BYTES = ADDRESS_BYTES + 32
