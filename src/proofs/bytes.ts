import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { createKeccak } from 'hash-wasm'
import { giveBack } from '#domain/give-back.ts'

/** Returns `0x` and lower-case hex. */
export const toHex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`

/** Reads `0x` and hex. Throws where it is anything else. */
export const fromHex = (text: string): Uint8Array => hexToBytes(text.slice(2))

/** Reads `0x` and hex of `count` bytes into the beginning of `target`. Throws RangeError where it is anything else. */
export function readHex(text: string, count: number, target: Uint8Array): void {
  let all = text.length === 2 + 2 * count ? 0 : NO_DIGIT
  for (let i = 0; i < count; i++) {
    const high = HEX_DIGITS[text.charCodeAt(2 + 2 * i)] ?? NO_DIGIT
    const low = HEX_DIGITS[text.charCodeAt(3 + 2 * i)] ?? NO_DIGIT
    all |= high | low
    target[i] = (high << 4) | low
  }
  if (all >= 16) throw new RangeError(`"${text}" is not ${count} bytes in hex`)
}

/** Returns less than 0 where `a` stands before `b`, byte by byte. Both are equally long. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** So many records lie in one block: a list grows, and gives memory back, by as much. A power of two. */
const RECORDS_PER_BLOCK = 2 ** 14

const BYTES_PER_WORD = 4

/** Records one after the other, and the same memory as words: one is copied sooner by hand than a view of it is made. */
interface Block {
  bytes: Uint8Array<ArrayBuffer>
  words: Uint32Array<ArrayBuffer>
}

/** Bytes that grow as records of one size are added, without an object for each. The size is a whole number of 32-bit words. */
export class PackedRecords {
  readonly size: number
  readonly #wordsPerRecord: number
  #blocks: Block[] = []
  #count = 0

  constructor(size: number) {
    this.size = size
    this.#wordsPerRecord = size / BYTES_PER_WORD
  }

  get count(): number {
    return this.#count
  }

  add(record: Uint8Array): void {
    if (this.#count === this.#blocks.length * RECORDS_PER_BLOCK) {
      const bytes = new Uint8Array(this.size * RECORDS_PER_BLOCK)
      this.#blocks.push({ bytes, words: new Uint32Array(bytes.buffer) })
    }
    this.#count += 1
    this.set(this.#count - 1, record)
  }

  at(index: number): Uint8Array {
    const start = this.#startOf(index)
    return this.#blockOf(index).bytes.subarray(start, start + this.size)
  }

  set(index: number, record: Uint8Array): void {
    this.#blockOf(index).bytes.set(record, this.#startOf(index))
  }

  /** Puts a copy of one record in the place of another. */
  copy(from: number, to: number): void {
    const { words } = this.#blockOf(to)
    this.copyInto(from, words, (to % RECORDS_PER_BLOCK) * this.#wordsPerRecord)
  }

  /** Copies a record to a place among other words. */
  copyInto(from: number, target: Uint32Array, at: number): void {
    const source = this.#blockOf(from).words
    const start = (from % RECORDS_PER_BLOCK) * this.#wordsPerRecord
    for (let i = 0; i < this.#wordsPerRecord; i++) target[at + i] = source[start + i] ?? 0
  }

  /** Compares two records as `compareBytes` does. */
  compare(a: number, b: number): number {
    return this.prefixAt(a) - this.prefixAt(b) || compareBytes(this.at(a), this.at(b))
  }

  /** Returns the first four bytes of a record as a number. */
  prefixAt(index: number): number {
    const { bytes } = this.#blockOf(index)
    const at = this.#startOf(index)
    const [a, b, c, d] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]
    return (((a ?? 0) << 24) | ((b ?? 0) << 16) | ((c ?? 0) << 8) | (d ?? 0)) >>> 0
  }

  /** Copies all records to `target`, one after the other. */
  copyTo(target: Uint8Array): void {
    for (const [number] of this.#blocks.entries()) this.#copyBlock(number, target)
  }

  /** Copies all records to `target` in an order of their places, and gives back their own memory. */
  moveTo(target: Uint8Array, order: Uint32Array): void {
    const words = new Uint32Array(target.buffer, target.byteOffset, target.length / BYTES_PER_WORD)
    let at = 0
    for (const place of order) {
      this.copyInto(place, words, at)
      at += this.#wordsPerRecord
    }
    for (const { bytes } of this.#blocks) giveBack(bytes)
    this.#blocks = []
    this.#count = 0
  }

  #copyBlock(number: number, target: Uint8Array): void {
    const first = number * RECORDS_PER_BLOCK
    const count = Math.min(this.#count - first, RECORDS_PER_BLOCK)
    target.set(this.#blockOf(first).bytes.subarray(0, count * this.size), first * this.size)
  }

  #blockOf(index: number): Block {
    const block = this.#blocks[Math.floor(index / RECORDS_PER_BLOCK)]
    if (!block) throw new RangeError(`There is no record ${index}`)
    return block
  }

  #startOf(index: number): number {
    return (index % RECORDS_PER_BLOCK) * this.size
  }
}

const NO_DIGIT = 255

/** The value of a hex digit, of either case, by its character code; NO_DIGIT for any other byte. */
const HEX_DIGITS = new Uint8Array(256).fill(NO_DIGIT)
for (const digit of '0123456789abcdefABCDEF') HEX_DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16)

/** Keccak-256, as the EVM has it. */
export type Keccak = (bytes: Uint8Array) => Uint8Array

export const HASH_BYTES = 32

/** Loads Keccak-256 as WebAssembly: a tree is three hashes a row, and plain JavaScript takes four times as long. */
export async function loadKeccak(): Promise<Keccak> {
  const keccak = await createKeccak(256)
  return (bytes) => keccak.init().update(bytes).digest('binary')
}

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
