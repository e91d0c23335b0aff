import type { Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { ADDRESS_BYTES, RECORD_BYTES } from '#domain/snapshot.ts'
import { HASH_BYTES, type Keccak, PackedRecords, sortedOrder, toHex } from './bytes.ts'
import { leafOfRecord, packRow } from './list-tree.ts'
import { rootOfLeaves } from './merkle-tree.ts'

/** A holder of a list. */
export interface ListHolder {
  address: EvmAddress
  amountWei: Wei
}

/** The rows of a holder list in ascending order of their addresses, 52 bytes each: an address, and an amount as a uint256. */
export class ListRecords {
  readonly bytes: Uint8Array<SharedArrayBuffer>
  readonly #buffer: Buffer
  readonly #view: DataView

  constructor(bytes: Uint8Array<SharedArrayBuffer>) {
    this.bytes = bytes
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  get count(): number {
    return this.bytes.length / RECORD_BYTES
  }

  /** Returns a row's 52 bytes. */
  at(index: number): Uint8Array {
    return this.bytes.subarray(index * RECORD_BYTES, (index + 1) * RECORD_BYTES)
  }

  /** Reads the rows, so many at a time. */
  *pages(size: number): Generator<ListHolder[], void, void> {
    for (let start = 0; start < this.count; start += size) {
      const end = Math.min(start + size, this.count)
      const page: ListHolder[] = []
      for (let index = start; index < end; index++) page.push(this.holder(index))
      yield page
    }
  }

  /**
   * Returns the places of the rows with the largest amounts, among those from one place up to another and those that were found before
   * them: largest first, and of equal ones the first.
   */
  largest(count: number, from: number, to: number, found: readonly number[]): number[] {
    const places = [...found]
    for (let index = from; index < to; index++) {
      const least = places[count - 1]
      if (least !== undefined && this.#compareAmounts(index, least) <= 0) continue
      const place = places.findIndex((other) => this.#compareAmounts(other, index) < 0)
      places.splice(place < 0 ? places.length : place, 0, index)
      places.length = Math.min(places.length, count)
    }
    return places
  }

  #compareAmounts(a: number, b: number): number {
    for (let at = ADDRESS_BYTES; at < RECORD_BYTES; at++) {
      const difference = (this.bytes[a * RECORD_BYTES + at] ?? 0) - (this.bytes[b * RECORD_BYTES + at] ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  }

  /** Reads the row in a place. */
  holder(index: number): ListHolder {
    const start = index * RECORD_BYTES
    const amountStart = start + ADDRESS_BYTES
    const address = `0x${this.#buffer.toString('hex', start, amountStart)}` as EvmAddress
    let amountWei = 0n
    for (let at = amountStart; at < start + RECORD_BYTES; at += 8) {
      const part = this.#view.getBigUint64(at)
      amountWei = amountWei > 0n ? (amountWei << 64n) | part : part
    }
    return { address, amountWei: amountWei as Wei }
  }
}

/** Returns the root of the list's tree: `0x` and hex. Takes three hashes a row, and 44 bytes. */
export function rootOfRecords(keccak: Keccak, records: ListRecords): string {
  const leaves = new PackedRecords(HASH_BYTES)
  for (let index = 0; index < records.count; index++) {
    leaves.add(leafOfRecord(keccak, index, records.at(index)))
  }
  return toHex(rootOfLeaves(leaves, keccak))
}

/** Packs the rows of a list, in any order, without an object for each. */
export class ListRecordsBuilder {
  readonly #records = new PackedRecords(RECORD_BYTES)
  readonly #record = new Uint8Array(RECORD_BYTES)

  add(row: ListHolder): void {
    packRow(row, this.#record)
    this.#records.add(this.#record)
  }

  /** Returns all rows in order, in memory that threads can share, and gives back its own. */
  sorted(): ListRecords {
    const bytes = new Uint8Array(new SharedArrayBuffer(this.#records.count * RECORD_BYTES))
    this.#records.moveTo(bytes, sortedOrder(this.#records))
    return new ListRecords(bytes)
  }
}
