import { giveBack } from '#domain/give-back.ts'
import type { PackedRecords } from './bytes.ts'

/** Where the lower half of a number of 64 bits lies in memory. */
const LOW = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 0 : 1
const HIGH = 1 - LOW

/**
 * Returns the places of records in the order of their bytes. Sorts numbers of 64 bits, the first four bytes above the place, with
 * the sort that typed arrays have, and compares whole records only where those four are equal.
 */
export function sortedOrder(records: PackedRecords): Uint32Array<ArrayBuffer> {
  const keys = new BigUint64Array(records.count)
  // No bigint is made for any of them.
  const halves = new Uint32Array(keys.buffer)
  for (let place = 0; place < records.count; place++) {
    halves[2 * place + LOW] = place
    halves[2 * place + HIGH] = records.prefixAt(place)
  }
  keys.sort()
  const order = new Uint32Array(records.count)
  for (let i = 0; i < order.length; i++) order[i] = halves[2 * i + LOW] ?? 0
  sortTies(order, halves, records)
  giveBack(keys)
  return order
}

/** Puts records in the order of their bytes, each in the place of another: they are not held twice. */
export function sortInPlace(records: PackedRecords): void {
  const order = sortedOrder(records)
  const first = new Uint8Array(records.size)
  for (let start = 0; start < order.length; start++) {
    if (order[start] === start) continue
    // Around the circle of places that each take the next one's record.
    first.set(records.at(start))
    let place = start
    for (;;) {
      const from = order[place] ?? start
      order[place] = place
      if (from === start) break
      records.copy(from, place)
      place = from
    }
    records.set(place, first)
  }
  giveBack(order)
}

function sortTies(order: Uint32Array, halves: Uint32Array, records: PackedRecords): void {
  const prefixAt = (i: number) => halves[2 * i + HIGH]
  for (let start = 0; start < order.length; ) {
    const prefix = prefixAt(start)
    let end = start + 1
    while (end < order.length && prefixAt(end) === prefix) end += 1
    if (end - start > 1) {
      order.subarray(start, end).sort((a, b) => records.compare(a, b))
    }
    start = end
  }
}
