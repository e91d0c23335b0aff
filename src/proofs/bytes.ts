import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** Returns `0x` and lower-case hex. */
export const toHex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`

/** Reads `0x` and hex. Throws where it is anything else. */
export const fromHex = (text: string): Uint8Array => hexToBytes(text.slice(2))

/** Returns less than 0 where `a` stands before `b`, byte by byte. Both are equally long. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Bytes that grow as records of one size are added, without an object for each. */
export class PackedRecords {
  readonly size: number
  #bytes: Uint8Array<ArrayBuffer>
  #count = 0

  constructor(size: number, expected = 1024) {
    this.size = size
    this.#bytes = new Uint8Array(size * expected)
  }

  get count(): number {
    return this.#count
  }

  add(record: Uint8Array): void {
    const end = (this.#count + 1) * this.size
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes.set(record, end - this.size)
    this.#count += 1
  }

  at(index: number): Uint8Array {
    return this.#bytes.subarray(index * this.size, (index + 1) * this.size)
  }

  /** Returns all records, one after the other. */
  packed(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#count * this.size)
  }
}
