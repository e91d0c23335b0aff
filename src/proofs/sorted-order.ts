import { compareBytes, type PackedRecords } from './bytes.ts'

/**
 * Returns the places of records in the order of their bytes. Sorts numbers of 64 bits, the first four bytes above the place, with
 * the sort that typed arrays have, and compares whole records only where those four are equal.
 */
export function sortedOrder(records: PackedRecords): Uint32Array {
  const keys = new BigUint64Array(records.count)
  for (let place = 0; place < records.count; place++) {
    const [a = 0, b = 0, c = 0, d = 0] = records.at(place)
    keys[place] = (BigInt(((a << 24) | (b << 16) | (c << 8) | d) >>> 0) << 32n) | BigInt(place)
  }
  keys.sort()
  const order = new Uint32Array(records.count)
  for (let i = 0; i < order.length; i++) order[i] = Number((keys[i] ?? 0n) & 0xffff_ffffn)
  sortTies(order, keys, records)
  return order
}

function sortTies(order: Uint32Array, keys: BigUint64Array, records: PackedRecords): void {
  const prefixAt = (i: number) => (keys[i] ?? 0n) >> 32n
  for (let start = 0; start < order.length; ) {
    const prefix = prefixAt(start)
    let end = start + 1
    while (end < order.length && prefixAt(end) === prefix) end += 1
    if (end - start > 1) {
      order.subarray(start, end).sort((a, b) => compareBytes(records.at(a), records.at(b)))
    }
    start = end
  }
}
