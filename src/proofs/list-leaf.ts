import { ADDRESS_BYTES, RECORD_BYTES } from '#domain/list-record.ts'
import { type Keccak, readHex } from './bytes.ts'

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
