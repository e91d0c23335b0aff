import { getRandomValues } from 'node:crypto'
import type { EvmAddress } from '#domain/evm-address.ts'
import { ADDRESS_BYTES } from '#domain/list-record.ts'

const ADDRESS_WORDS = ADDRESS_BYTES / Uint32Array.BYTES_PER_ELEMENT

/** Of an address: its words, and its row. */
const ENTRY_WORDS = ADDRESS_WORDS + 1
const FIRST_ENTRIES = 1024

/**
 * Remembers the row of each address of a list: 24 bytes and a slot for each, where a Map of a million takes three times as much, on the
 * heap. Slots are found by a hash with random factors: no file can be made whose addresses all meet in one.
 */
export class AddressIndex {
  readonly #factors = getRandomValues(new Uint32Array(ADDRESS_WORDS)).map((factor) => factor | 1)
  #entries = new Uint32Array(FIRST_ENTRIES * ENTRY_WORDS)
  /** The number of an entry, counted from 1; 0 where there is none. Twice as many as entries, a power of two. */
  #slots = new Uint32Array(FIRST_ENTRIES * 2)
  #count = 0
  /** The bytes of the address that is looked up, four in a word. */
  readonly #words = new Uint32Array(ADDRESS_WORDS)
  readonly #bytes = Buffer.from(this.#words.buffer)

  /** Returns the row of an address that was added before; undefined otherwise, and adds it. */
  add(address: EvmAddress, row: number): number | undefined {
    this.#bytes.write(address.slice(2), 'hex')
    const words = this.#words
    if (this.#count * ENTRY_WORDS === this.#entries.length) this.#grow()
    const slot = this.#slotOf(words, 0)
    const entry = this.#slots[slot] ?? 0
    if (entry > 0) return this.#entries[entry * ENTRY_WORDS - 1]
    const start = this.#count * ENTRY_WORDS
    for (let i = 0; i < ADDRESS_WORDS; i++) this.#entries[start + i] = words[i] ?? 0
    this.#entries[start + ADDRESS_WORDS] = row
    this.#count += 1
    this.#slots[slot] = this.#count
    return undefined
  }

  /** Gives its memory back at once: the next collection of garbage may be far away. */
  release(): void {
    this.#entries = new Uint32Array(this.#entries.buffer.transfer(0))
    this.#slots = new Uint32Array(this.#slots.buffer.transfer(0))
    this.#count = 0
  }

  /** Returns the slot of the entry with these words, or the free one for it. */
  #slotOf(words: Uint32Array, at: number): number {
    const mask = this.#slots.length - 1
    let slot = this.#hash(words, at) & mask
    for (;;) {
      const entry = this.#slots[slot] ?? 0
      if (entry === 0 || this.#isEqual(words, at, (entry - 1) * ENTRY_WORDS)) return slot
      slot = (slot + 1) & mask
    }
  }

  /** Returns the slot for an entry that is in none: another with these words is not looked for. */
  #freeSlotOf(words: Uint32Array, at: number): number {
    const mask = this.#slots.length - 1
    let slot = this.#hash(words, at) & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    return slot
  }

  #hash(words: Uint32Array, at: number): number {
    let hash = 0
    for (let i = 0; i < ADDRESS_WORDS; i++) {
      hash = Math.imul(hash ^ (words[at + i] ?? 0), this.#factors[i] ?? 1)
      hash ^= hash >>> 15
    }
    return hash >>> 0
  }

  #isEqual(words: Uint32Array, at: number, start: number): boolean {
    for (let i = 0; i < ADDRESS_WORDS; i++) {
      if (words[at + i] !== this.#entries[start + i]) return false
    }
    return true
  }

  #grow(): void {
    const slotBytes = this.#slots.byteLength * 2
    this.#entries = new Uint32Array(this.#entries.buffer.transfer(this.#entries.byteLength * 2))
    this.#slots.buffer.transfer(0)
    this.#slots = new Uint32Array(slotBytes / this.#slots.BYTES_PER_ELEMENT)
    for (let entry = 1; entry <= this.#count; entry++) {
      this.#slots[this.#freeSlotOf(this.#entries, (entry - 1) * ENTRY_WORDS)] = entry
    }
  }
}
