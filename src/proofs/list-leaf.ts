import { fromHex } from './bytes.ts'
import type { Keccak } from './keccak.ts'

/** One row of a published list. */
export interface ListRow {
  /** `0x` and 40 lower-case hex digits. */
  address: string
  amountWei: bigint
}

/** The types of a leaf's values, in order, as the ABI names them. */
export const LEAF_TYPES = ['uint256', 'address', 'uint256'] as const

const WORD = 32

/** Returns the leaf of a row: keccak(keccak(abi.encode(index, address, amountWei))), as OpenZeppelin's standard tree has it. */
export function listLeaf(keccak: Keccak, index: number, { address, amountWei }: ListRow): Uint8Array {
  const encoded = new Uint8Array(LEAF_TYPES.length * WORD)
  const view = new DataView(encoded.buffer)
  view.setBigUint64(WORD - 8, BigInt(index))
  encoded.set(fromHex(address), 2 * WORD - 20)
  for (let shift = 0; shift < 4; shift++) {
    const part = BigInt.asUintN(64, amountWei >> BigInt(64 * shift))
    view.setBigUint64(3 * WORD - 8 * (shift + 1), part)
  }
  return keccak(keccak(encoded))
}
